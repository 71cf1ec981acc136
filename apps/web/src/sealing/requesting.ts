import { usableBundle } from '@tradepost/client/contacts/verified-keys';
import { shownChoice, signTarget, type ChosenRequest } from '@tradepost/client/requests/sign-request';
import type { RequestView, SigningTarget } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import type { SignedRequest } from '@tradepost/sealing/request';
import { send } from '../api/send';
import { requireContacts, requireVault } from '../vault/vault';
import { useVaultStore } from '../vault/vault.store';
import { findContact, KeyChanged, rememberContact, statedKeys } from './contacts';
import { Refusal, withRefusal } from './refusals';

const texts = {
  otherRequest: 'The server named other files or another request than the one shown. Nothing was signed.',
  notYet: (who: string) =>
    `${who} has to sign in once before you can sign this request. We will keep the request until then.`,
};

/**
 * Signs a request for the files of one sender, and pins their keys when they are new.
 * @returns null if one side has no keys yet: the request waits for its signature
 * @throws KeyChanged, Refusal, VaultClosed
 */
async function signedTo(target: SigningTarget, chosen: ChosenRequest): Promise<SignedRequest | null> {
  const bundle = usableBundle(target.sender.bundle);
  if (!bundle || useVaultStore.getState().state === 'none') return null;
  const vault = await requireVault();
  const { userId, email } = target.sender;
  const contact = await findContact({ userId, email, bundle }, target.companyName);
  if (contact.state === 'changed') throw new KeyChanged(contact, target.companyName);
  const keys = statedKeys(contact.keys, target.companyName);
  const knowledge = await (await requireContacts()).knowledgeOf(keys);
  const signed = await withRefusal(texts.otherRequest, () => signTarget(vault, target, keys, chosen, knowledge));
  await rememberContact(contact);
  return signed;
}

/** The signatures that new requests for these files need, one for each sender of sealed files. @throws as `signPending` */
export async function signaturesFor(chosen: Omit<ChosenRequest, 'requestId'>): Promise<SignedRequest[]> {
  const { requests } = await send(routes.requestsToSign, { fileIds: [...chosen.fileIds] });
  const signed: SignedRequest[] = [];
  for (const target of requests) {
    const one = await signedTo(target, { ...chosen, requestId: null });
    if (one) signed.push(one);
  }
  return signed;
}

/** Signs a pending request, as the person saw it. @throws KeyChanged, Refusal, VaultClosed, ApiError */
export async function signPending(shown: RequestView): Promise<RequestView> {
  const [target] = (await send(routes.requestsToSign, { id: shown.id })).requests;
  const signed = target && (await signedTo(target, shownChoice(shown)));
  if (!signed) throw new Refusal(texts.notYet(shown.companyName));
  return (await send(routes.signRequest, { id: shown.id, ...signed })).request;
}
