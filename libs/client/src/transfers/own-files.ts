import type { OwnSealedFile } from '@tradepost/contracts/encryption/sealed';
import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import type { FileRef } from '@tradepost/sealing/file/format';
import { checkMeta } from '@tradepost/sealing/file/meta';
import type { Vault } from '@tradepost/sealing/keys/vault';
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
