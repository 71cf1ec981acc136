import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { InvalidLine, publicKeysIn, verifyExport } from '@tradepost/proofs/verify-export';
import type { Command } from 'commander';
import { Context } from '../context';
import { LocalError, TamperedData } from '../exit';

export function addAudit(program: Command, signal: AbortSignal): void {
  program
    .command('audit')
    .description('Verify the audit log offline.')
    .command('verify')
    .description(
      'Verify an export of the audit log (JSON Lines, whole chains): every hash, and with --key every signature. Works offline.',
    )
    .argument('<export>', 'path of the export')
    .option('--key <file...>', 'public keys: PEM files, or the saved answer of /api/admin/audit/key')
    .addHelpText('after', '\nExample:\n  tradepost audit verify export.jsonl --key public.pem')
    .action(async (file: string, { key }: { key?: string[] }, command: Command) => {
      const { out } = new Context(command, signal);
      const pems = key?.flatMap(keysIn) ?? null;
      const input = createReadStream(file);
      // readline does not report errors of its input
      await new Promise<unknown>((resolve, reject) => input.once('open', resolve).once('error', reject));
      const found = await verifyExport(createInterface({ input, crlfDelay: Infinity }), pems).catch(
        (error: unknown) => {
          throw error instanceof InvalidLine ? new TamperedData(`${file}: ${error.message}`) : error;
        },
      );
      const { entries, chains, checkpoints, signedEnds } = found;
      out.value(
        { ...found, signaturesChecked: pems !== null },
        `Verified ${entries} entries in ${chains} chains. ${pems ? `${checkpoints} checkpoints have valid signatures; ${signedEnds} of ${chains} chains end with one.` : `${checkpoints} checkpoints match; use --key to verify their signatures.`}`,
      );
    });
}

function keysIn(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  try {
    return publicKeysIn(text);
  } catch {
    throw new LocalError(`${file}: contains no public key`);
  }
}
