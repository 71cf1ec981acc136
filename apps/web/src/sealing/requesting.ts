import {
  findSender,
  signaturesFor as newSignatures,
  signPending as signShown,
} from '@tradepost/client/requests/requesting';
import type { FoundContact } from '@tradepost/client/contacts/found-contact';
import type { ChosenRequest } from '@tradepost/client/requests/sign-request';
import type { RequestView } from '@tradepost/contracts/requests';
import type { SignedRequest } from '@tradepost/sealing/request';
import { send } from '../api/send';
import { keyringIfAny } from '../vault/vault';
import { explained, Refusal } from './refusals';
import { t } from '../i18n/t';

/** What a person is about to sign: new requests for files of one sender, or a pending request. */
export type ToSign = Parameters<typeof findSender>[2];

/** The sender's keys, as the person's own contacts prove them; null before there are any. @throws Refusal, VaultClosed, ApiError */
export const senderOf = (of: ToSign, signal: AbortSignal): Promise<FoundContact | null> =>
  explained(() => findSender({ send: (route, input) => send(route, input, { signal }) }, keyringIfAny, of));

/** The signatures that new requests for these files need. @throws as `signPending` */
export const signaturesFor = (chosen: Omit<ChosenRequest, 'requestId'>): Promise<SignedRequest[]> =>
  explained(() => newSignatures({ send }, keyringIfAny, chosen));

/** Signs a pending request, as the person saw it, for the keys of this address. @throws KeyChanged, Refusal, VaultClosed, ApiError */
export async function signPending(shown: RequestView, senderAddress: string): Promise<RequestView> {
  const signed = await explained(() => signShown({ send }, keyringIfAny, shown, senderAddress));
  if (!signed)
    throw new Refusal(
      t('{companyName} has to sign in once before you can sign this request. We will keep the request until then.', {
        companyName: shown.companyName,
      }),
    );
  return signed;
}
