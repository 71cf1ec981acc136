import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { siteManifestIn, type SiteManifest } from '@tradepost/contracts/encryption/site-manifest';

/** The manifest is not what was signed, or not with this key. */
export class ManifestRefused extends Error {}

const isEd25519 = (key: KeyObject) => key.asymmetricKeyType === 'ed25519';

/** @returns base64, as in the file next to the manifest. @throws ManifestRefused for a key of another kind */
export function signManifest(manifest: Uint8Array, privateKey: KeyObject): string {
  if (!isEd25519(privateKey)) throw new ManifestRefused('The key is not an Ed25519 key');
  return sign(null, manifest, privateKey).toString('base64');
}

/** @param publicKeyPem SPKI. @throws ManifestRefused */
export function verifyManifest(manifest: Buffer, signature: string, publicKeyPem: string): SiteManifest {
  const key = createPublicKey(publicKeyPem);
  if (!isEd25519(key)) throw new ManifestRefused('The key is not an Ed25519 key');
  if (!verify(null, manifest, key, Buffer.from(signature.trim(), 'base64')))
    throw new ManifestRefused('The manifest was not signed with this key, or was changed');
  try {
    return siteManifestIn(manifest.toString('utf8'));
  } catch {
    throw new ManifestRefused('The manifest has another form than this version reads');
  }
}
