import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { publicKeysIn, verifyExport } from '@tradepost/proofs/verify-export';

const usage = 'npm run audit -- verify export.jsonl [--key public.pem]…';

/** Checks an export of the audit log without the installation it came from. */
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
  console.log(`${entries} entries in ${chains} chains are as they were written.`);
  console.log(
    keys
      ? `${checkpoints} checkpoints are rightly signed; ${signedEnds} of ${chains} chains end with one.`
      : `${checkpoints} checkpoints fit; give --key to check their signatures.`,
  );
}

audit().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
