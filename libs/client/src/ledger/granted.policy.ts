import { SealingError } from '@tradepost/sealing/errors';
import type { FileRef } from '@tradepost/sealing/file/format';
import type { Owner } from '@tradepost/sealing/keys/bundle';
import type { History } from '@tradepost/sealing/ledger/history';

/** What a server says was granted. */
export interface Claim {
  requestId: string;
  recipient: Owner;
  files: readonly FileRef[];
}

const refsOf = (files: readonly (readonly [string, number])[]) =>
  files
    .map(([fileId, version]) => `${fileId} ${version}`)
    .toSorted()
    .join();

export const placesOf = (files: readonly FileRef[]): [string, number][] =>
  files.map(({ fileId, version }) => [fileId, version]);

/** Whether both lists have the same files and versions. */
export const areSameFiles = (
  a: readonly (readonly [string, number])[],
  b: readonly (readonly [string, number])[],
): boolean => refsOf(a) === refsOf(b);

/** @throws SealingError TRANSFER_REVOKED */
export function requireNotRevoked({ revoked }: Pick<History, 'revoked'>, requestId: string): void {
  if (revoked.has(requestId)) throw new SealingError('TRANSFER_REVOKED');
}

/**
 * The grant of exactly these files, for this request, to this recipient.
 * @returns undefined if the ledger has no grant for the request: it is from before the ledger
 * @throws SealingError GRANT_REFUSED for another recipient, GRANT_SET_DIFFERS for other files
 */
export function grantIn({ grants }: Pick<History, 'grants'>, { requestId, recipient, files }: Claim) {
  const recorded = grants.get(requestId);
  if (!recorded) return undefined;
  const toRecipient = recorded.filter(
    (grant) => grant.recipient.userId === recipient.userId && grant.recipient.address === recipient.address,
  );
  if (toRecipient.length === 0) throw new SealingError('GRANT_REFUSED');
  const same = toRecipient.findLast((grant) => areSameFiles(grant.files, placesOf(files)));
  if (!same) throw new SealingError('GRANT_SET_DIFFERS');
  return same;
}

/** Whether access until then was granted by an acceptance or an extension. */
export const isExpiryGranted = (
  { grants, extensions }: Pick<History, 'grants' | 'extensions'>,
  requestId: string,
  expiryMs: number,
): boolean =>
  [...(grants.get(requestId) ?? []), ...(extensions.get(requestId) ?? [])].some((one) => one.expiryMs === expiryMs);
