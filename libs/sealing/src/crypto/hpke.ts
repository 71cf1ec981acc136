import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HpkeError } from '@hpke/core';
import { SealingError, type SealingProblem } from '../errors';
import { concat, split, type Bytes } from './bytes';
import { LocalHkdf } from './local-hkdf';
import { hpkeEncSize, type Key, type KeyPair } from './primitives';

/** RFC 9180, base mode: DHKEM(P-256, HKDF-SHA256) 0x0010, HKDF-SHA256 0x0001, AES-256-GCM 0x0002. */
const hpke = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new LocalHkdf(), aead: new Aes256Gcm() });

/** Seals to a public key: HPKE's `enc[65] | ciphertext | tag[16]`. */
export async function sealFor(recipientPublicKey: Key, plaintext: Bytes, info: Bytes, aad: Bytes): Promise<Bytes> {
  const { enc, ct } = await hpke.seal({ recipientPublicKey, info }, plaintext, aad);
  return concat(new Uint8Array(enc), new Uint8Array(ct));
}

/** Opens what `sealFor` has sealed. @throws SealingError `problem` for another key, info or AAD; MALFORMED */
export async function openFor(
  own: KeyPair,
  sealed: Bytes,
  info: Bytes,
  aad: Bytes,
  problem: SealingProblem,
): Promise<Bytes> {
  const [enc, ciphertext] = split(sealed, hpkeEncSize, sealed.length - hpkeEncSize);
  try {
    return new Uint8Array(await hpke.open({ recipientKey: own, enc: enc!, info }, ciphertext!, aad));
  } catch (error) {
    if (error instanceof HpkeError) throw new SealingError(problem);
    throw error;
  }
}
