import { signaturesFor as newSignatures, signPending as signShown } from '@tradepost/client/requests/requesting';
import type { ChosenRequest } from '@tradepost/client/requests/sign-request';
import type { RequestView } from '@tradepost/contracts/requests';
import type { SignedRequest } from '@tradepost/sealing/request';
import { send } from '../api/send';
import { keyringIfAny } from '../vault/vault';
import { explained, Refusal } from './refusals';
import { t } from '../i18n/t';

/** The signatures that new requests for these files need. @throws as `signPending` */
export const signaturesFor = (chosen: Omit<ChosenRequest, 'requestId'>): Promise<SignedRequest[]> =>
  explained(() => newSignatures({ send }, keyringIfAny, chosen));

/** Signs a pending request, as the person saw it. @throws KeyChanged, Refusal, VaultClosed, ApiError */
export async function signPending(shown: RequestView): Promise<RequestView> {
  const signed = await explained(() => signShown({ send }, keyringIfAny, shown));
  if (!signed)
    throw new Refusal(
      t('{companyName} has to sign in once before you can sign this request. We will keep the request until then.', {
        companyName: shown.companyName,
      }),
    );
  return signed;
}
