import type { SealingTargets } from '@tradepost/contracts/requests';
import { fromBase64url, toBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import type { FileRef } from '@tradepost/sealing/file/format';
import { isZeros, zeros32 } from '@tradepost/sealing/grant-layout';
import type { Contact } from '@tradepost/sealing/keys/bundle';
import type { VerifiedRequest } from '@tradepost/sealing/request';
import { proveExtension, recordExtension, recordGrant } from '../ledger/grants';
import type { Contacts } from '../contacts/contacts';
import type { SenderKnowledge } from '../requests/statement-terms';
import { requireExtendable } from './granted-before';

/** Records grants before they are sent, and returns what their sender states with them. */
export type Recorder = () => Promise<SenderKnowledge>;

const recorder =
  ({ keyLog }: Contacts, record: () => Promise<string>): Recorder =>
  async () => ({ ledgerHead: fromBase64url(await record(), 32), checkpoint: await keyLog.newestSeen() });

/**
 * What records the acceptance of a signed request.
 * @throws SealingError LEDGER_ROLLED_BACK if the ledger is not the one that this device, or the receiver, has seen; KEY_LOG_SPLIT if the
 * receiver has seen another key log
 */
export async function acceptanceRecorder(
  contacts: Contacts,
  { requestId, request, files }: { requestId: string; request: VerifiedRequest; files: readonly FileRef[] },
  recipient: Contact,
  expiry: string,
): Promise<Recorder> {
  const { ledger, keyLog } = contacts;
  const { heads } = await ledger.load();
  if (!isZeros(request.senderHead) && !heads.has(toBase64url(request.senderHead)))
    throw new SealingError('LEDGER_ROLLED_BACK');
  await keyLog.requireConsistent(request.checkpoint, request.timeMs);
  const requestHash = toBase64url(request.hash);
  return recorder(contacts, () =>
    recordGrant(ledger, { requestId, requestHash, recipient, files, expiryMs: Date.parse(expiry) }),
  );
}

/** What an extension is bound to, and what records it. */
export interface Extension {
  requestHash: Bytes;
  record: Recorder;
}

/**
 * Proves that an extension grants exactly what the ledger has.
 * @throws SealingError TRANSFER_REVOKED, LEDGER_ROLLED_BACK, GRANT_REFUSED, GRANT_SET_DIFFERS; REQUEST_REFUSED if the receiver has
 * other keys than those that signed the request; for transfers from before the ledger as `requireExtendable`
 */
export async function extensionRecorder(
  contacts: Contacts,
  { requestId, granted, files }: Pick<SealingTargets, 'requestId' | 'granted' | 'files'>,
  recipient: Contact,
  expiry: string,
): Promise<Extension> {
  const { ledger } = contacts;
  const claim = { requestId, recipient, files };
  const former = async () => {
    const { requestHash, expiryMs } = await requireExtendable(ledger.vault, granted, claim);
    return { requestHash: isZeros(requestHash) ? null : toBase64url(requestHash), expiryMs };
  };
  const { requestHash, formerExpiryMs } = await proveExtension(ledger, claim, former);
  return {
    requestHash: requestHash === null ? zeros32() : fromBase64url(requestHash, 32),
    record: recorder(contacts, () =>
      recordExtension(ledger, { ...claim, requestHash, expiryMs: Date.parse(expiry) }, formerExpiryMs),
    ),
  };
}
