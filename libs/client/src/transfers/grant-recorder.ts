import type { SealingTargets } from '@tradepost/contracts/requests';
import type { Contact } from '@tradepost/sealing/keys/bundle';
import { recordExtension, recordGrant, requireExtendable } from '../ledger/grants';
import type { Ledger } from '../ledger/ledger';
import { requireOwnGrants } from './granted-before';

/**
 * Proves what is about to be granted, as far as the ledger knows it, and returns what records it for `grantAccess`.
 * @throws SealingError TRANSFER_REVOKED, LEDGER_ROLLED_BACK; for an extension GRANT_REFUSED, GRANT_SET_DIFFERS, BAD_SIGNATURE
 */
export async function grantRecorder(
  ledger: Ledger,
  { requestId, granted, files }: Pick<SealingTargets, 'requestId' | 'granted' | 'files'>,
  recipient: Contact,
  { expiry, isExtension }: { expiry: string; isExtension: boolean },
): Promise<() => Promise<string>> {
  const given = { requestId, requestHash: null, recipient, files, expiryMs: Date.parse(expiry) };
  if (!isExtension) return () => recordGrant(ledger, given);
  const proveFormer = () => requireOwnGrants(ledger.vault, granted, given);
  const formerExpiryMs = await requireExtendable(ledger, given, proveFormer);
  return () => recordExtension(ledger, given, formerExpiryMs);
}
