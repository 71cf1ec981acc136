import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { publicKeysIn, verifyExport } from '@tradepost/proofs/verify-export';

const usage = 'npm run audit -- verify export.jsonl [--key public.pem]…';

/** Verifies an export of the audit log offline. */
async function audit() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string', multiple: true } },
  });
  const [verb, file] = positionals;
  if (verb !== 'verify' || !file) throw new Error(usage);
  const keys = values.key?.flatMap((name) => publicKeysIn(readFileSync(name, 'utf8'))) ?? null;
  const { entries, chains, checkpoints, signedEnds } = await verifyExport(
    createInterface({ input: createReadStream(file), crlfDelay: Infinity }),
    keys,
  );
  console.log(`Verified ${entries} entries in ${chains} chains: no entry was changed or removed.`);
  console.log(
    keys
      ? `${checkpoints} checkpoints have valid signatures; ${signedEnds} of ${chains} chains end with one.`
      : `${checkpoints} checkpoints match; pass --key to verify their signatures.`,
  );
}

audit().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
