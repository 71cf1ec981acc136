import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { BrokenLine, publicKeysIn, verifyExport } from '@tradepost/proofs/verify-export';
import type { Command } from 'commander';
import { Context } from '../context';
import { LocalError, NotGenuine } from '../exit';

export function addAudit(program: Command, signal: AbortSignal): void {
  program
    .command('audit')
    .description('The audit log, checked on this machine alone.')
    .command('verify')
    .description(
      'Check an export of whole chains (JSON Lines): every hash, and with --key every signature. Nothing is sent.',
    )
    .argument('<export>', 'the file')
    .option('--key <file...>', 'public keys: PEM, or what /api/admin/audit/key answers')
    .addHelpText('after', '\nExample:\n  tradepost audit verify export.jsonl --key public.pem')
    .action(async (file: string, { key }: { key?: string[] }, command: Command) => {
      const { out } = new Context(command, signal);
      const pems = key?.flatMap(keysIn) ?? null;
      const input = createReadStream(file);
      // a line reader swallows what its input fails with
      await new Promise<unknown>((resolve, reject) => input.once('open', resolve).once('error', reject));
      const found = await verifyExport(createInterface({ input, crlfDelay: Infinity }), pems).catch(
        (error: unknown) => {
          throw error instanceof BrokenLine ? new NotGenuine(`${file}: ${error.message}`) : error;
        },
      );
      const { entries, chains, checkpoints, signedEnds } = found;
      out.value(
        { ...found, signaturesChecked: pems !== null },
        `${entries} entries in ${chains} chains are as they were written. ${pems ? `${checkpoints} checkpoints are rightly signed; ${signedEnds} of ${chains} chains end with one.` : `${checkpoints} checkpoints fit; give --key to check their signatures.`}`,
      );
    });
}

function keysIn(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  try {
    return publicKeysIn(text);
  } catch {
    throw new LocalError(`${file}: holds no public key`);
  }
}
