import { readFileSync } from 'node:fs';
import { signatureSuffix } from '@tradepost/contracts/encryption/site-manifest';
import { checksumsIn, checksumsName, ReleaseRefused, verifySignature } from '@tradepost/proofs/release';
import type { Command } from 'commander';
import { Context } from '../context';
import { LocalError, TamperedData } from '../exit';
import { compareDownloads } from '../site/verify-release';

export function addVerifyRelease(program: Command, signal: AbortSignal): void {
  program
    .command('verify-release')
    .description(
      'Compare downloaded files of a release with its signed list. Files that were not downloaded are ignored.',
    )
    .argument('<list>', `${checksumsName} of the release, with its signature and the files next to it`)
    .requiredOption(
      '--key <pem>',
      'public key of the releases; take it from the project, not from the place of the files',
    )
    .addHelpText('after', `\nExample:\n  tradepost verify-release ${checksumsName} --key release.pub.pem`)
    .action(async (list: string, { key }: { key: string }, command: Command) => {
      const context = new Context(command, signal);
      const files = filesIn(list, readFileSync(key, 'utf8'));
      const { unchanged, changed, absent } = await compareDownloads(list, files);
      if (unchanged.length + changed.length === 0)
        throw new LocalError(`None of the ${files.size} files of ${list} is next to it`);
      context.out.value(
        { unchanged, changed, absent },
        changed.length > 0
          ? `Changed: ${changed.join(', ')}`
          : `As released: ${unchanged.join(', ')} (${unchanged.length} of ${files.size} files of the release).`,
      );
      if (changed.length > 0) throw new TamperedData(`${changed.join(', ')}: not the released bytes`);
    });
}

function filesIn(list: string, publicKeyPem: string): Map<string, string> {
  const bytes = readFileSync(list);
  try {
    verifySignature(bytes, readFileSync(list + signatureSuffix, 'utf8'), publicKeyPem);
    return checksumsIn(bytes.toString('utf8'));
  } catch (error) {
    throw error instanceof ReleaseRefused ? new TamperedData(`${list}: ${error.message}`) : error;
  }
}
