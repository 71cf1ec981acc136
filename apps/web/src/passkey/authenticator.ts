import type { PasskeyCreation, PasskeyRequest } from '@tradepost/contracts/passkeys';
import { fromBase64url, toBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { passkeyPrfInput } from '@tradepost/sealing/keys/passkey';
import { t } from '../i18n/t';

/*
 * The browser's authenticators (WebAuthn). Only the named fields of their answers are sent: the results of extensions hold the output
 * of the PRF, which opens the vault.
 */

/** The person cancelled, or no authenticator could answer. */
export class PasskeyUnused extends Error {
  override readonly name = 'PasskeyUnused';
}

const extensions = { prf: { eval: { first: passkeyPrfInput } } };

const base64url = (bytes: ArrayBuffer) => toBase64url(new Uint8Array(bytes));

async function answered(call: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await call;
    if (credential) return credential as PublicKeyCredential;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (error.name === 'InvalidStateError')
      throw new PasskeyUnused(t('This device already has a passkey for your account.'));
  }
  throw new PasskeyUnused(t('No passkey was used. Please try again.'));
}

/** 32 bytes, where the authenticator has the extension. */
function prfOutputOf(credential: PublicKeyCredential): Bytes | null {
  const first = credential.getClientExtensionResults().prf?.results?.first;
  if (!first) return null;
  return new Uint8Array(ArrayBuffer.isView(first) ? new Uint8Array(first.buffer as ArrayBuffer) : first);
}

/**
 * @param only the ids of the passkeys to use; else the person chooses @param opensVault whether the PRF is evaluated
 * @throws PasskeyUnused
 */
export async function answerChallenge(
  { challenge, rpId, timeout }: PasskeyRequest,
  { only, opensVault = false }: { only?: string[]; opensVault?: boolean } = {},
) {
  const credential = await answered(
    navigator.credentials.get({
      publicKey: {
        challenge: fromBase64url(challenge),
        rpId,
        timeout,
        userVerification: 'required',
        ...(only && { allowCredentials: only.map((id) => ({ type: 'public-key', id: fromBase64url(id) })) }),
        ...(opensVault && { extensions }),
      },
    }),
  );
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    credential.response as AuthenticatorAssertionResponse;
  const passkey = {
    id: base64url(credential.rawId),
    clientDataJSON: base64url(clientDataJSON),
    authenticatorData: base64url(authenticatorData),
    signature: base64url(signature),
    userHandle: userHandle ? base64url(userHandle) : '',
  };
  return { passkey, prfOutput: prfOutputOf(credential) };
}

/** @throws PasskeyUnused also if the device already has a passkey of the account */
export async function createPasskey({ challenge, rpId, timeout, user, algorithms, exclude }: PasskeyCreation) {
  const credential = await answered(
    navigator.credentials.create({
      publicKey: {
        challenge: fromBase64url(challenge),
        rp: { id: rpId, name: rpId },
        user: { ...user, id: fromBase64url(user.id) },
        timeout,
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: exclude.map((id) => ({ type: 'public-key', id: fromBase64url(id) })),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
        extensions,
      },
    }),
  );
  const { clientDataJSON, attestationObject } = credential.response as AuthenticatorAttestationResponse;
  const passkey = {
    id: base64url(credential.rawId),
    clientDataJSON: base64url(clientDataJSON),
    attestationObject: base64url(attestationObject),
  };
  const hasPrf = credential.getClientExtensionResults().prf?.enabled === true;
  return { passkey, hasPrf, prfOutput: prfOutputOf(credential) };
}
