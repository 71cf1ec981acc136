import { createHash, createPrivateKey } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { siteManifestName, signatureSuffix } from '@tradepost/contracts/encryption/site-manifest';
import { signRelease } from '@tradepost/proofs/release';
import { root } from '../topology/paths';

/** Signs the manifest of the web app's latest build. Usage: `npm run sign-site -- <private key PEM> [folder]` */
function signSite(keyFile: string | undefined, folder: string) {
  if (!keyFile) throw new Error('Usage: npm run sign-site -- <private key PEM> [folder]');
  const manifest = readFileSync(join(root, 'apps/web/dist', siteManifestName));
  const signature = signRelease(manifest, createPrivateKey(readFileSync(keyFile)));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, siteManifestName), manifest);
  writeFileSync(join(folder, siteManifestName + signatureSuffix), `${signature}\n`);
  console.log(`SHA-256 ${createHash('sha256').update(manifest).digest('hex')}, signature in ${folder}`);
}

try {
  const [key, folder = join(root, 'release')] = process.argv.slice(2);
  signSite(key, resolve(folder));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
