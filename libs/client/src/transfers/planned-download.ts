import { bundleRef } from '@tradepost/contracts/encryption/formats';
import type { TransferFile, TransferView } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { baseNameOf } from '@tradepost/contracts/values/file-paths';
import { safeFilePaths } from '@tradepost/contracts/values/safe-names';
import { fromBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import type { FileRef } from '@tradepost/sealing/file/format';
import { openManifest, type BundleEntry, type Manifest, type SignedManifest } from '@tradepost/sealing/file/manifest';
import type { Caller } from '../api/api-client';
import { inStep, Refused } from '../refused';
import type { OpenedTransfer } from './opened-transfer';

/** One object of a download and its expected content. */
export interface PlannedEntry {
  /** In the archive that is written, with its directory. */
  name: string;
  /** Offset of its bytes in the fetched archive. */
  offset: number;
  length: number;
  /** Absent for a managed file, which is plain. */
  sealed?: { fileKey: Bytes; file: FileRef };
  /** Of the content; the hash in lower-case hex. */
  size: number;
  sha256: string;
}

/** The files of the archive, in its order. @throws Refused archive-list when the service did not sign its list; ApiError */
export async function planArchive(
  client: Caller,
  { archive, grants, files: listed }: Pick<TransferView, 'archive' | 'grants' | 'files'>,
  { files }: OpenedTransfer,
): Promise<PlannedEntry[]> {
  const { manifest: signed } = archive;
  if (!signed || !grants) throw new Refused('BAD_SIGNATURE', 'archive-list');
  const { entries } = await inStep('archive-list', '', () =>
    verifiedManifest(client, signed, grants.requestId, listed),
  );
  const byId = new Map(listed.map((file) => [bundleRef(file).fileId, file]));
  const names = safeFilePaths(entries.map(({ fileId }) => byId.get(fileId)?.name ?? fileId));
  return entries.map((entry, index) => {
    const place = { name: names[index] ?? entry.fileId, offset: entry.offset, length: entry.length };
    return { ...place, ...expected(entry, byId.get(entry.fileId), files) };
  });
}

function expected(entry: BundleEntry, file: TransferFile | undefined, files: OpenedTransfer['files']) {
  const opened = file && files.get(file.fileId);
  if (entry.mode === 'e2e' && opened) return { size: opened.meta.size, sha256: opened.meta.sha256, sealed: opened };
  // a sealed file cannot be passed off as a managed one
  if (entry.mode === 'managed' && file?.mode === 'managed' && entry.sha256 === file.sha256)
    return { size: entry.length, sha256: entry.sha256 };
  throw new Refused('WRONG_FILE', 'archive-list');
}

async function verifiedManifest(
  client: Caller,
  signed: SignedManifest,
  requestId: string,
  files: TransferFile[],
): Promise<Manifest> {
  const { keys } = await client.send(routes.manifestKey, {});
  let refused = new SealingError('BAD_SIGNATURE');
  for (const spki of keys) {
    const key = await crypto.subtle.importKey(
      'spki',
      fromBase64url(spki),
      { name: 'ECDSA', namedCurve: 'P-256' },
      true,
      ['verify'],
    );
    try {
      return await openManifest(key, signed, requestId, files.map(bundleRef));
    } catch (error) {
      if (!(error instanceof SealingError)) throw error;
      refused = error;
    }
  }
  throw refused;
}

/** A single sealed file. @throws Refused transfer-grants */
export function planFile({ files }: OpenedTransfer, fileId: string, name: string, sealedSize: number): PlannedEntry {
  const opened = files.get(fileId);
  if (!opened) throw new Refused('GRANT_SET_DIFFERS', 'transfer-grants');
  const { size, sha256 } = opened.meta;
  const [path = name] = safeFilePaths([name]);
  return { name: baseNameOf(path), offset: 0, length: sealedSize, size, sha256, sealed: opened };
}
