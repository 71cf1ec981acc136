import type { RequestView, SigningTarget } from '@tradepost/contracts/requests';
import { routes, type RouteOut } from '@tradepost/contracts/routes';
import { SealingError } from '@tradepost/sealing/errors';
import { isContact } from '@tradepost/sealing/keys/bundle';
import type { SignedRequest } from '@tradepost/sealing/request';
import type { ApiClient } from '../api/api-client';
import { usableBundle } from '../contacts/verified-keys';
import type { Keyring } from '../transfers/sealed-transfers';
import { shownChoice, signTarget, type ChosenRequest } from './sign-request';

/** Opens the receiver's keys; null if there are none yet. Called only if there is something to sign. */
export type OwnKeys = () => Promise<Keyring | null>;

/**
 * Requests files, one request for each sender, signed by the receiver if a file is sealed. Without keys on both sides the request is
 * not signed yet: call `signPending` once there are some.
 * @throws SealingError KEY_CHANGED, CONTACT_UNKNOWN, REQUEST_SET_DIFFERS; ApiError
 */
export async function requestFiles(
  client: ApiClient,
  keys: OwnKeys,
  { fileIds, intendedUse = '', note = '' }: { fileIds: string[]; intendedUse?: string; note?: string },
): Promise<RouteOut<typeof routes.createRequest>> {
  const chosen = { requestId: null, fileIds, intendedUse: intendedUse.trim(), note: note.trim() };
  const targets = await client.send(routes.requestsToSign, { fileIds });
  const signed: SignedRequest[] = [];
  for (const target of targets.requests) signed.push(...(await signedTo(target, keys, chosen)));
  return client.send(routes.createRequest, {
    files: fileIds.map((id) => ({ id })),
    ...(chosen.note && { note: chosen.note }),
    ...(chosen.intendedUse && { intendedUse: chosen.intendedUse }),
    ...(signed.length > 0 && { signed }),
  });
}

/**
 * Signs a pending request that waits for it.
 * @param shown the request as its receiver saw it
 * @returns the request; null if it cannot be signed yet, because its sender has no usable keys
 * @throws as `requestFiles`; REQUEST_REFUSED if the server names another request
 */
export async function signPending(client: ApiClient, keys: OwnKeys, shown: RequestView): Promise<RequestView | null> {
  const { requests } = await client.send(routes.requestsToSign, { id: shown.id });
  const [target] = requests;
  if (!target) return null;
  const [signed] = await signedTo(target, keys, shownChoice(shown));
  return signed ? (await client.send(routes.signRequest, { id: shown.id, ...signed })).request : null;
}

/** The signed request; none if one side has no keys yet. */
async function signedTo(target: SigningTarget, keys: OwnKeys, chosen: ChosenRequest): Promise<SignedRequest[]> {
  const { userId, email } = target.sender;
  const bundle = usableBundle(target.sender.bundle);
  const keyring = bundle && (await keys());
  if (!bundle || !keyring) return [];
  return keyring.contacts.withVerifiedKeys({ userId, email, bundle }, async (sender) => {
    if (!isContact(sender)) throw new SealingError('KEY_UNPROVEN');
    const knowledge = await keyring.contacts.knowledgeOf(sender);
    return [await signTarget(keyring.vault, target, sender, chosen, knowledge)];
  });
}
