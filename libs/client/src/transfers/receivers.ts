import type { RequestView, SealingTargets } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { addressKey } from '@tradepost/contracts/values/address';
import { SealingError } from '@tradepost/sealing/errors';
import type { Contact } from '@tradepost/sealing/keys/bundle';
import type { Vault } from '@tradepost/sealing/keys/vault';
import type { VerifiedRequest } from '@tradepost/sealing/request';
import type { Caller } from '../api/api-client';
import type { FoundContact } from '../contacts/found-contact';
import { keyringOf, type Keys } from '../contacts/keyring';
import { statedKeys, usableBundle } from '../contacts/verified-keys';
import { inStep, Refused } from '../refused';
import { requireShownTexts, requireSignedRequest } from '../requests/signed-request';

/** A pending request, or a transfer with the receiver's address, as a person sees them. */
export type Shown = RequestView | { transferId: string; receiverEmail: string };

/** The receiver of a request or transfer. `signedAt`: when they signed the request; null until then. */
export type Receiver = FoundContact & { signedAt?: Date | null };

/**
 * The keys of a receiver, for a person to see before access is given; null before they have any.
 * @throws Refused contact-*; grant-receiver if the keys are of another address than the shown one; request-signature if the receiver has
 * signed another request than the shown one; ApiError
 */
export async function findReceiver(client: Caller, keys: Keys, of: Shown): Promise<Receiver | null> {
  const shown = 'transferId' in of ? null : of;
  const asked = 'transferId' in of ? { transferId: of.transferId } : { id: of.id };
  const targets = await client.send(routes.sealingTargets, asked);
  const { userId, email } = targets.receiver;
  requireShownReceiver(email, of.receiverEmail);
  const bundle = usableBundle(targets.receiver.bundle);
  if (!bundle) return null;
  const { vault, contacts } = await keyringOf(keys);
  const contact = await contacts.find({ userId, email, bundle, who: email });
  if (!shown || contact.state === 'changed') return contact;
  const request = await signedRequest(vault, targets, statedKeys(contact.keys, email), shown.id, shown);
  return { ...contact, signedAt: request && new Date(request.timeMs) };
}

/** @param email as the server names the receiver @throws Refused grant-receiver */
export function requireShownReceiver(email: string, shown: string): void {
  if (typeof email !== 'string' || addressKey(email) !== addressKey(shown))
    throw new Refused('GRANT_REFUSED', 'grant-receiver');
}

/**
 * The request as its receiver has signed it; null until then.
 * @param targets of exactly the files to grant
 * @param requestId that the person chose
 * @param shown what a person saw of it; null if nobody did
 * @throws Refused request-signature
 */
export async function signedRequest(
  vault: Vault,
  targets: SealingTargets,
  receiver: Contact,
  requestId: string,
  shown: RequestView | null,
): Promise<VerifiedRequest | null> {
  if (!targets.signed) return null;
  return inStep('request-signature', targets.receiver.email, async () => {
    if (targets.requestId !== requestId) throw new SealingError('REQUEST_REFUSED');
    const request = await requireSignedRequest(vault, targets, receiver, targets.files);
    if (shown) requireShownTexts(request, shown);
    return request;
  });
}
