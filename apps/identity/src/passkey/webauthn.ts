import type { InferType } from 'yup';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { passkeyAssertion, passkeyAttestation } from '@tradepost/contracts/passkeys';
import { log } from '@tradepost/service-kit/observability/logging';

export type Assertion = InferType<typeof passkeyAssertion>;
export type Attestation = InferType<typeof passkeyAttestation>;

/** ES256, EdDSA, RS256. */
export const algorithms = [-7, -8, -257];

/** The site that passkeys belong to, by the URL of the web app: browsers use them only there. */
export interface RelyingParty {
  id: string;
  origin: string;
}

export function relyingPartyOf(url: string): RelyingParty {
  const { hostname: id, origin } = new URL(url);
  return { id, origin };
}

/** The user handle of an account: its id, 16 bytes in base64url. */
export const handleOf = (accountId: string): string =>
  Buffer.from(accountId.replaceAll('-', ''), 'hex').toString('base64url');

interface ClientData {
  challenge?: unknown;
  crossOrigin?: unknown;
  topOrigin?: unknown;
}

function clientDataIn({ clientDataJSON }: Pick<Assertion, 'clientDataJSON'>): ClientData {
  try {
    return (JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as ClientData | null) ?? {};
  } catch {
    // it names no challenge, so it is refused
    return {};
  }
}

/** The challenge that the authenticator has signed, or has claimed to. */
export function challengeIn(given: Pick<Assertion, 'clientDataJSON'>): string | null {
  const { challenge } = clientDataIn(given);
  return typeof challenge === 'string' && /^[\w-]{43}$/.test(challenge) ? challenge : null;
}

/** Used by a page in a frame of another site. The library accepts this where the browser does not name the site around it. */
function isFramed(given: Pick<Assertion, 'clientDataJSON'>): boolean {
  const { crossOrigin = false, topOrigin } = clientDataIn(given);
  return crossOrigin !== false || topOrigin !== undefined;
}

/** @returns the signature counter; null unless the passkey signed this challenge for this party and verified its user */
export function counterOf(
  { id: rpId, origin }: RelyingParty,
  challenge: string,
  { id, ...response }: Assertion,
  publicKey: Buffer,
): Promise<number | null> {
  return orNull(async () => {
    if (isFramed(response)) return null;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      // the counter is compared by the statement that stores it: two calls at once cannot both use one
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : null;
  });
}

/** @returns the new passkey's public key (COSE) and counter; null unless it is what was asked for */
export function registeredKey(
  { id: rpId, origin }: RelyingParty,
  challenge: string,
  { id, ...response }: Attestation,
): Promise<{ publicKey: Buffer; counter: number } | null> {
  return orNull(async () => {
    if (isFramed(response) || !isWithoutCertificates(response.attestationObject)) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified || registrationInfo.credential.id !== id) return null;
    const { publicKey, counter } = registrationInfo.credential;
    return { publicKey: Buffer.from(publicKey), counter };
  });
}

/** Nothing is asked about the maker of an authenticator. A certificate may also name addresses that its verification would call. */
function isWithoutCertificates(attestationObject: string): boolean {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  return decoded.get('fmt') === 'none' || (decoded.get('fmt') === 'packed' && !decoded.get('attStmt').get('x5c'));
}

/** The library throws an error for everything that is not as it must be. */
async function orNull<T>(verify: () => Promise<T | null>): Promise<T | null> {
  try {
    return await verify();
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : String(error) }, 'a passkey was refused');
    return null;
  }
}
