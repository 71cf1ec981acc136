import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { headersWithStore, siteManifestName, signatureSuffix } from '@tradepost/contracts/encryption/site-manifest';
import { ReleaseRefused } from '@tradepost/proofs/release';
import { verifyManifest } from '@tradepost/proofs/site-manifest';
import type { Command } from 'commander';
import { Context } from '../context';
import { TamperedData } from '../exit';
import { verifySite } from '../site/verify-site';

interface Given {
  manifest: string;
  key: string;
  store?: string;
}

export function addVerifySite(program: Command, signal: AbortSignal): void {
  program
    .command('verify-site')
    .description(
      "Compare what a server serves as the web app with a release: every file in every encoding, the page's addresses, and all security headers.",
    )
    .argument('<origin>', 'server address')
    .requiredOption('--manifest <file>', `${siteManifestName} of the release, with its signature next to it`)
    .requiredOption('--key <pem>', 'public key of the releases; take it from the project, not from the server')
    .option(
      '--store <origin>',
      "origin of the object store that the installation offers to its pages: the only addition to the release's headers that is accepted",
    )
    .addHelpText(
      'after',
      `\nExample:\n  tradepost verify-site https://tradepost.example --manifest ${siteManifestName} --key release.pub.pem`,
    )
    .action(async (address: string, { manifest: file, key, store }: Given, command: Command) => {
      const context = new Context(command, signal);
      const origin = context.originAt(address);
      const bytes = readFileSync(file);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const manifest = manifestOf(file, bytes, readFileSync(key, 'utf8'));
      const itself = { path: `/${siteManifestName}`, sha256, size: bytes.length };
      const headers =
        store === undefined ? manifest.headers : headersWithStore(manifest.headers, context.originAt(store));
      const { answers, findings } = await verifySite(origin, { ...manifest, headers }, itself, signal);
      context.out.value(
        { origin, version: manifest.version, manifestHash: sha256, files: manifest.files.length, answers, findings },
        findings.length > 0
          ? findings.map(({ path, problem }) => `${path} ${problem}`).join('; ')
          : `${origin} serves version ${manifest.version}, manifest ${sha256}: ${manifest.files.length} files, ${answers} answers compared.`,
      );
      if (findings.length > 0)
        throw new TamperedData(`${origin} does not serve version ${manifest.version} as it was released`);
    });
}

function manifestOf(file: string, bytes: Buffer, publicKeyPem: string) {
  try {
    return verifyManifest(bytes, readFileSync(file + signatureSuffix, 'utf8'), publicKeyPem);
  } catch (error) {
    throw error instanceof ReleaseRefused ? new TamperedData(`${file}: ${error.message}`) : error;
  }
}
