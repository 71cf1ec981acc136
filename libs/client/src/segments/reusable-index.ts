import { routes } from '@tradepost/contracts/routes';
import { concat, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { sealedSize } from '@tradepost/sealing/file/format';
import {
  frontSizeOf,
  isSealedSizeOf,
  mostFrontSize,
  openFront,
  type SegmentIndex,
} from '@tradepost/sealing/file/segments';
import type { Vault } from '@tradepost/sealing/keys/vault';
import type { ApiClient } from '../api/api-client';
import { presentFileKey } from '../transfers/sealed-content';

/**
 * The index of the present version of an own file, if the next one may use its segments again: it is sealed in segments, and with the present keys of
 * the vault, because others may know the former ones. Undefined if not, and if it does not open: then everything is sent.
 * @throws ApiError
 */
export async function reusableIndex(
  client: Pick<ApiClient, 'send' | 'sendForResponse'>,
  vault: Vault,
  { folderId, fileId, version }: { folderId: string; fileId: string; version: number },
): Promise<SegmentIndex | undefined> {
  const { sealed, size } = await client.send(routes.file, { folderId, fileId });
  if (!sealed || sealed.fileId !== fileId || sealed.version !== version) return undefined;
  const stored = sealed.sealedSize;
  if (stored === sealedSize(size) || !isSealedSizeOf(size, stored)) return undefined;
  try {
    const fileKey = await presentFileKey(vault, sealed);
    const most = mostFrontSize(size, stored);
    const headers = { accept: '*/*', range: `bytes=0-${most - 1}` };
    const answer = await client.sendForResponse(routes.versionContent, { folderId, fileId, version }, { headers });
    const front = await firstBytes(answer, most);
    return await openFront(fileKey, { fileId, version }, front.subarray(0, frontSizeOf(front)));
  } catch (error) {
    if (error instanceof SealingError) return undefined;
    throw error;
  }
}

/** A server may send more than it was asked for. */
async function firstBytes({ body }: Response, most: number): Promise<Bytes> {
  const reader = body?.getReader();
  const pieces: Uint8Array[] = [];
  for (let left = most; reader && left > 0;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value.subarray(0, left));
    left -= value.length;
  }
  await reader?.cancel();
  return concat(...pieces);
}
