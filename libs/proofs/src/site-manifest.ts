import { siteManifestIn, type SiteManifest } from '@tradepost/contracts/encryption/site-manifest';
import { ReleaseRefused, verifySignature } from './release';

/** @param publicKeyPem SPKI. @throws ReleaseRefused */
export function verifyManifest(manifest: Buffer, signature: string, publicKeyPem: string): SiteManifest {
  verifySignature(manifest, signature, publicKeyPem);
  try {
    return siteManifestIn(manifest.toString('utf8'));
  } catch {
    throw new ReleaseRefused('The manifest has another form than this version reads');
  }
}
