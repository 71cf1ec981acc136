import type { RequestView, SigningTarget } from '@tradepost/contracts/requests';
import { routes, type RouteOut } from '@tradepost/contracts/routes';
import type { SignedRequest } from '@tradepost/sealing/request';
import type { Caller } from '../api/api-client';
import type { FoundContact } from '../contacts/found-contact';
import { statedKeys, usableBundle } from '../contacts/verified-keys';
import { inStep, Refused } from '../refused';
import type { Keyring } from '../contacts/keyring';
import { shownChoice, signTarget, type ChosenRequest } from './sign-request';

/** Opens the receiver's keys; null if there are none yet. Called only if there is something to sign. */
export type OwnKeys = () => Promise<Keyring | null>;

/**
 * Requests files, one request for each sender, signed by the receiver if a file is sealed. Without keys on both sides the request is
 * not signed yet: call `signPending` once there are some.
 * @throws as `signaturesFor`
 */
export async function requestFiles(
  client: Caller,
  keys: OwnKeys,
  { fileIds, intendedUse = '', note = '' }: { fileIds: string[]; intendedUse?: string; note?: string },
): Promise<RouteOut<typeof routes.createRequest>> {
  const chosen = { fileIds, intendedUse: intendedUse.trim(), note: note.trim() };
  const signed = await signaturesFor(client, keys, chosen);
  return client.send(routes.createRequest, {
    files: fileIds.map((id) => ({ id })),
    ...(chosen.note && { note: chosen.note }),
    ...(chosen.intendedUse && { intendedUse: chosen.intendedUse }),
    ...(signed.length > 0 && { signed }),
  });
}

/**
 * The signatures that new requests for these files need: one for each sender with keys.
 * @throws ContactChanged, Refused; SealingError CONTACT_UNKNOWN; ApiError
 */
export async function signaturesFor(
  client: Caller,
  keys: OwnKeys,
  chosen: Omit<ChosenRequest, 'requestId'>,
): Promise<SignedRequest[]> {
  const { requests } = await client.send(routes.requestsToSign, { fileIds: [...chosen.fileIds] });
  const signed: SignedRequest[] = [];
  for (const target of requests) signed.push(...(await signedTo(target, keys, { ...chosen, requestId: null })));
  return signed;
}

/**
 * Signs a pending request that waits for it.
 * @param shown the request as its receiver saw it
 * @param senderAddress of the keys that its receiver saw, if any were shown
 * @returns the request; null if it cannot be signed yet, because its sender has no usable keys
 * @throws as `signaturesFor`; REQUEST_REFUSED if the server names another request
 */
export async function signPending(
  client: Caller,
  keys: OwnKeys,
  shown: RequestView,
  senderAddress?: string,
): Promise<RequestView | null> {
  const { requests } = await client.send(routes.requestsToSign, { id: shown.id });
  const [target] = requests;
  if (!target) return null;
  const [signed] = await signedTo(target, keys, { ...shownChoice(shown), ...(senderAddress && { senderAddress }) });
  return signed ? (await client.send(routes.signRequest, { id: shown.id, ...signed })).request : null;
}

/**
 * The keys of the sender of these files, or of a pending request, for a person to see before it is signed; null before there are any.
 * @throws Refused contact-*; request-choice if the files are of several senders; ApiError
 */
export async function findSender(
  client: Caller,
  keys: OwnKeys,
  of: { fileIds: string[] } | { id: string },
): Promise<FoundContact | null> {
  const { requests } = await client.send(routes.requestsToSign, of);
  const [target] = requests;
  if (!target) return null;
  const { companyName: who } = target;
  if (requests.length > 1) throw new Refused('REQUEST_SET_DIFFERS', 'request-choice', who);
  const bundle = usableBundle(target.sender.bundle);
  const keyring = bundle && (await keys());
  if (!bundle || !keyring) return null;
  const { userId, email } = target.sender;
  return keyring.contacts.find({ userId, email, bundle, who });
}

/** The signed request; none if one side has no keys yet. */
async function signedTo(target: SigningTarget, keys: OwnKeys, chosen: ChosenRequest): Promise<SignedRequest[]> {
  const { userId, email } = target.sender;
  const who = target.companyName;
  const bundle = usableBundle(target.sender.bundle);
  const keyring = bundle && (await keys());
  if (!bundle || !keyring) return [];
  const { vault, contacts } = keyring;
  return contacts.withVerifiedKeys({ userId, email, bundle, who }, async (found) => {
    const sender = statedKeys(found, who);
    const knowledge = await contacts.knowledgeOf(sender);
    return [await inStep('request-choice', who, () => signTarget(vault, target, sender, chosen, knowledge))];
  });
}
