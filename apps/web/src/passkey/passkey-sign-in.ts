import type { SignedIn } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { fromBase64url, toBase64url, uuidBytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { passkeyKek } from '@tradepost/sealing/keys/passkey';
import { send } from '../api/send';
import { rememberPasskeyUnlock } from '../vault/passkey-unlock';
import { answerChallenge } from './authenticator';

/**
 * Signs in by a passkey alone. One that opens the vault is remembered until the vault is open.
 * @throws ApiError; PasskeyUnused; SealingError SIGN_IN_REFUSED when the server signed in someone else than the owner of the passkey
 */
export async function signInByPasskey(portal: 'sender' | 'receiver'): Promise<SignedIn> {
  const request = await send(routes.startPasskeySignIn, { purpose: 'sign-in' });
  const { passkey, prfOutput } = await answerChallenge(request, { opensVault: true });
  const { vault, ...signedIn } = await send(portal === 'sender' ? routes.passkeyLogin : routes.passkeyLoginReceiver, {
    passkey,
  });
  const userId = signedIn.user.id;
  if (toBase64url(uuidBytes(userId)) !== passkey.userHandle) throw new SealingError('SIGN_IN_REFUSED');
  if (vault && prfOutput) {
    const kek = await passkeyKek(prfOutput, fromBase64url(passkey.id));
    rememberPasskeyUnlock({ userId, ...vault, kek });
  }
  return signedIn;
}

/** What a sign-in takes in place of the authenticator's code. @throws ApiError; PasskeyUnused */
export async function passkeyOfSecondStep() {
  return (await answerChallenge(await send(routes.startPasskeySignIn, { purpose: 'second-step' }))).passkey;
}
