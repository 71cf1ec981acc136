import type { PasskeyOfPerson } from '@tradepost/sealing/keys/person-key';
import { fromBase64url, randomBytes, toBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { passkeyKek } from '@tradepost/sealing/keys/passkey';
import { t } from '../i18n/t';
import { answerChallenge, createPasskey, PasskeyUnused } from './authenticator';
import { prfOutputOf } from './prf-output';

/*
 * Passkeys that open the key of a person who signs in with their company. Nothing signs in with them and nobody verifies what they sign: they open a
 * wrap, or they do not. So their challenge is random, and the browser takes the host of the page.
 */

/** Milliseconds. */
const timeout = 300_000;
/** COSE: ES256, EdDSA, RS256. Others would do, because no signature is verified. */
const algorithms = [-7, -8, -257];

const unverified = () => ({ challenge: toBase64url(randomBytes(32)), rpId: location.hostname, timeout });

/** @throws PasskeyUnused without an output of the PRF */
async function unlockOf(id: string, prfOutput: Bytes | null): Promise<PasskeyOfPerson> {
  if (!prfOutput) throw new PasskeyUnused(t('Passkeys of this device cannot open encryption keys.'));
  return { kind: 'passkey', id, kek: await passkeyKek(prfOutput, fromBase64url(id)) };
}

/** @param name what the browser shows @param exclude the ids of those that the key has @throws PasskeyUnused also if this device cannot open keys by a passkey */
export async function makeKeyPasskey(name: string, exclude: string[]): Promise<PasskeyOfPerson> {
  // a user of its own, so that it replaces no passkey that signs in
  const user = { id: toBase64url(randomBytes(32)), name, displayName: name };
  const creation = { ...unverified(), user, algorithms, exclude };
  const made = await createPasskey(creation);
  return unlockOf(made.passkey.id, await prfOutputOf(made, creation));
}

/** @param ids of the passkeys that the key has, at least one @throws PasskeyUnused */
export async function askForKeyPasskey(ids: string[]): Promise<PasskeyOfPerson> {
  const { passkey, prfOutput } = await answerChallenge(unverified(), { only: ids, opensVault: true });
  return unlockOf(passkey.id, prfOutput);
}
