import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import type { FileRef } from '@tradepost/sealing/file/format';
import type { Contact } from '@tradepost/sealing/keys/bundle';
import type { History } from '@tradepost/sealing/ledger/history';
import { areSameFiles, grantIn, isExpiryGranted, placesOf, requireNotRevoked, type Claim } from './granted.policy';
import type { Action, Ledger } from './ledger';

/** A grant that is about to be sent. */
interface Granting {
  requestId: string;
  /** SHA-256 of the signed request, base64url; null if nobody signed it. */
  requestHash: string | null;
  recipient: Contact;
  files: readonly FileRef[];
  expiryMs: number;
}

const grantOf = ({ requestId, requestHash, recipient, files, expiryMs }: Granting) => ({
  type: 'grant' as const,
  requestId,
  requestHash,
  recipient: { userId: recipient.userId, address: recipient.address, keyId: toBase64url(recipient.keyId) },
  files: placesOf(files),
  expiryMs,
});

function recordedGrant({ grants }: History, given: Granting) {
  const wanted = grantOf(given);
  return grants
    .get(given.requestId)
    ?.findLast(
      ({ requestHash, recipient, files, expiryMs }) =>
        requestHash === wanted.requestHash &&
        recipient.userId === wanted.recipient.userId &&
        recipient.address === wanted.recipient.address &&
        recipient.keyId === wanted.recipient.keyId &&
        expiryMs === wanted.expiryMs &&
        areSameFiles(files, wanted.files),
    );
}

function recordedExtension({ extensions }: History, { requestId, recipient, expiryMs }: Granting) {
  const keyId = toBase64url(recipient.keyId);
  return extensions.get(requestId)?.findLast((one) => one.keyId === keyId && one.expiryMs === expiryMs);
}

const headOf = (recorded: { head: string } | undefined): string => {
  if (!recorded) throw new SealingError('LEDGER_FORKED');
  return recorded.head;
};

/**
 * Records an acceptance, before it is sent. A retry reuses the entry.
 * @returns the head after the entry
 * @throws SealingError TRANSFER_REVOKED, LEDGER_ROLLED_BACK; errors of `Ledger.load`
 */
export async function recordGrant(ledger: Ledger, given: Granting): Promise<string> {
  const history = await ledger.record((known) => {
    requireNotRevoked(known, given.requestId);
    return recordedGrant(known, given) ? [] : [grantOf(given)];
  });
  return headOf(recordedGrant(history, given));
}

/** A transfer from before the ledger, as its sender's own signature proves it. */
interface FormerGrant {
  requestHash: string | null;
  expiryMs: number;
}

/**
 * Proves that an extension grants exactly what the ledger has.
 * @param proveFormer proves a transfer from before the ledger
 * @returns the hash of the request, and when the grants end of a transfer that the ledger does not hold yet; null for others
 * @throws SealingError TRANSFER_REVOKED, GRANT_REFUSED, GRANT_SET_DIFFERS, LEDGER_ROLLED_BACK; REQUEST_REFUSED if the receiver's keys are
 * not those that signed the request; errors of `proveFormer`
 */
export async function proveExtension(
  ledger: Ledger,
  claim: Claim & { recipient: Contact },
  proveFormer: () => Promise<FormerGrant>,
): Promise<{ requestHash: string | null; formerExpiryMs: number | null }> {
  const history = await ledger.load();
  requireNotRevoked(history, claim.requestId);
  const recorded = grantIn(history, claim);
  if (!recorded) {
    const { requestHash, expiryMs } = await proveFormer();
    return { requestHash, formerExpiryMs: expiryMs };
  }
  const { requestHash, recipient } = recorded;
  if (requestHash !== null && recipient.keyId !== toBase64url(claim.recipient.keyId))
    throw new SealingError('REQUEST_REFUSED');
  return { requestHash, formerExpiryMs: null };
}

/**
 * Records an extension, before it is sent. A retry reuses the entry.
 * @param formerExpiryMs from `proveExtension`
 * @returns the head after the entry
 * @throws as `proveExtension`
 */
export async function recordExtension(ledger: Ledger, given: Granting, formerExpiryMs: number | null): Promise<string> {
  const history = await ledger.record((known) => {
    requireNotRevoked(known, given.requestId);
    const actions: Action[] = [];
    if (!grantIn(known, given)) {
      if (formerExpiryMs === null) throw new SealingError('GRANT_REFUSED');
      actions.push(grantOf({ ...given, expiryMs: formerExpiryMs }));
    }
    if (!recordedExtension(known, given)) {
      const { requestId, recipient, expiryMs } = given;
      actions.push({ type: 'extend', requestId, keyId: toBase64url(recipient.keyId), expiryMs });
    }
    return actions;
  });
  return headOf(recordedExtension(history, given));
}

/** Records that a transfer is revoked, before the call. A request that is revoked gets no more grants. */
export async function recordRevocation(ledger: Ledger, requestId: string): Promise<void> {
  await ledger.record(({ revoked }) => (revoked.has(requestId) ? [] : [{ type: 'revoke', requestId }]));
}

/**
 * Proves to a sender which files one of their transfers grants, and until when.
 * @param proveFormer proves a transfer from before the ledger
 * @throws SealingError GRANT_REFUSED, GRANT_SET_DIFFERS, LEDGER_ROLLED_BACK; errors of `proveFormer`
 */
export async function requireRecorded(
  ledger: Ledger,
  claim: Claim & { expiryMs: number },
  proveFormer: () => Promise<unknown>,
): Promise<void> {
  const history = await ledger.load();
  if (!grantIn(history, claim)) await proveFormer();
  else if (!isExpiryGranted(history, claim.requestId, claim.expiryMs)) throw new SealingError('GRANT_REFUSED');
}
