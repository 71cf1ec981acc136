import type { RequestView, SealingTargets } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { SealingError } from '@tradepost/sealing/errors';
import type { Contact } from '@tradepost/sealing/keys/bundle';
import type { Vault } from '@tradepost/sealing/keys/vault';
import type { VerifiedRequest } from '@tradepost/sealing/request';
import type { Caller } from '../api/api-client';
import type { FoundContact } from '../contacts/found-contact';
import { keyringOf, type Keys } from '../contacts/keyring';
import { statedKeys, usableBundle } from '../contacts/verified-keys';
import { inStep } from '../refused';
import { requireShownTexts, requireSignedRequest } from '../requests/signed-request';

/** The receiver of a request or transfer. `signedAt`: when they signed the request; null until then. */
export type Receiver = FoundContact & { signedAt?: Date | null };

/**
 * The keys of a receiver, for a person to see before access is given; null before they have any.
 * @param of a transfer, or the pending request as shown
 * @throws Refused contact-*; request-signature if the receiver has signed another request than the shown one; ApiError
 */
export async function findReceiver(
  client: Caller,
  keys: Keys,
  of: RequestView | { transferId: string },
): Promise<Receiver | null> {
  const shown = 'transferId' in of ? null : of;
  const targets = await client.send(routes.sealingTargets, 'transferId' in of ? of : { id: of.id });
  const { userId, email } = targets.receiver;
  const bundle = usableBundle(targets.receiver.bundle);
  if (!bundle) return null;
  const { vault, contacts } = await keyringOf(keys);
  const contact = await contacts.find({ userId, email, bundle, who: email });
  if (!shown || contact.state === 'changed') return contact;
  const request = await signedRequest(vault, targets, statedKeys(contact.keys, email), shown.id, shown);
  return { ...contact, signedAt: request && new Date(request.timeMs) };
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
