import type { OwnSealedFile } from '@tradepost/contracts/encryption/sealed';
import { routes } from '@tradepost/contracts/routes';
import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import type { FileRef } from '@tradepost/sealing/file/format';
import { checkMeta } from '@tradepost/sealing/file/meta';
import { isSealedSizeOf } from '@tradepost/sealing/file/segments';
import type { Vault } from '@tradepost/sealing/keys/vault';
import type { ApiClient } from '../api/api-client';
import { afterPrefix, directRangesOf } from '../api/direct-ranges';
import { storedInOrder } from '../api/stored-in-order';
import { inStep, Refused } from '../refused';
import type { Crypto, WorkOptions } from '../crypto/crypto';
import { ownFileKey, verifiedMeta, type CatalogueEntry } from './sealed-content';

/** The key of an own file. @param name to show @throws Refused own-file-owner, own-file-key when it belongs to replaced keys */
export async function requireOwnKey(vault: Vault, file: OwnSealedFile, name: string): Promise<Bytes> {
  if (file.ownerId !== vault.userId) throw new Refused('GRANT_REFUSED', 'own-file-owner', name);
  return inStep('own-file-key', name, () => ownFileKey(vault, file));
}

/**
 * Opens an own file and compares it with the catalogue.
 * @param listed with the file and version that the person has chosen
 * @param stored fetches the sealed bytes; called once the key and the metadata are proven
 * @throws as `requireOwnKey`; Refused own-file-content when it was changed, or is another file or version; errors of `stored`
 */
export async function openOwnFile(
  work: Pick<Crypto, 'open'>,
  vault: Vault,
  stored: () => Promise<ReadableStream<Bytes>>,
  file: OwnSealedFile,
  listed: CatalogueEntry & FileRef,
  options: WorkOptions = {},
): Promise<Blob> {
  const { fileId, version } = listed;
  if (file.fileId !== fileId || file.version !== version)
    throw new Refused('WRONG_FILE', 'own-file-content', listed.name);
  const fileKey = await requireOwnKey(vault, file, listed.name);
  return inStep('own-file-content', listed.name, async () => {
    const meta = await verifiedMeta(fileKey, file, listed);
    const { content, sha256 } = await work.open(
      await stored(),
      fileKey,
      { fileId, version },
      listed.contentType,
      options,
    );
    checkMeta(meta, { size: content.size, sha256 });
    return content;
  });
}

/**
 * The sealed bytes of a version of an own file, for `openOwnFile`: the ranges of a large one from the object store if the client has a way to it, else from the server.
 * @param sizes of the content and of the sealed file @throws ApiError, also in the stream; errors of the stream as `resumableStream`; SealingError META_MISMATCH
 */
export async function ownSealedBytes(
  client: Pick<ApiClient, 'send' | 'sendForResponse' | 'storeWay' | 'retryPolicy'>,
  { folderId, fileId, version }: { folderId: string; fileId: string; version: number },
  { size, sealedSize: stored }: { size: number; sealedSize: number },
  { signal }: Pick<WorkOptions, 'signal'> = {},
): Promise<ReadableStream<Bytes>> {
  if (!isSealedSizeOf(size, stored)) throw new SealingError('META_MISMATCH');
  const { storeWay, retryPolicy } = client;
  const of = { folderId, fileId, version };
  const direct = directRangesOf(storeWay, size, afterPrefix(stored), async (ranges) => {
    const { urls } = await client.send(routes.versionRanges, { ...of, ranges }, { signal });
    return urls;
  });
  const request = (init: RequestInit) =>
    client.sendForResponse(routes.versionContent, of, {
      headers: { accept: '*/*', ...(init.headers as Record<string, string>) },
      signal: init.signal ?? undefined,
    });
  return storedInOrder(request, direct, { size: stored, retryPolicy, ...(signal && { signal }) });
}
