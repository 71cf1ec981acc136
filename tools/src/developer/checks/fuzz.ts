import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startFuzzed } from '../../fuzz/installation';
import { fuzz } from '../../fuzz/run';

const callsInRound = 4_000;
/** Gives each worker of a run a different seed. */
const seedStep = 100;
const MB = 1024 * 1024;

/** `npm run fuzz [-- --minutes 60] [--seed 1]`: rounds of generated calls until the time is over. */
async function main() {
  const { minutes, seed: firstSeed } = options();
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-fuzz-'));
  const installation = await startFuzzed(dataDir);
  const found = new Set<string>();
  const heap: number[] = [];
  let calls = 0;
  let never: string[] | undefined;
  try {
    heap.push((await installation.usedBytes()) / MB);
    const end = Date.now() + minutes * 60_000;
    for (let seed = firstSeed; Date.now() < end; seed += seedStep) {
      const { findings, untouched, ...report } = await fuzz(installation, { seed, calls: callsInRound });
      calls += report.calls;
      never = never?.filter((name) => untouched.includes(name)) ?? untouched;
      heap.push((await installation.usedBytes()) / MB);
      console.log(
        `Seed ${seed}: ${report.calls} calls, ${JSON.stringify(report.answers)}, ${heap.at(-1)?.toFixed(1)} MB in use`,
      );
      for (const { what, count, example } of findings) {
        if (!found.has(what)) console.log(`  ${count} × ${what}\n    ${example}`);
        found.add(what);
      }
    }
  } finally {
    await installation.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  console.log(`Operations without a success: ${never?.join(', ') || 'none'}`);
  console.log(`${calls} calls, ${found.size} findings, ${heap.map((size) => size.toFixed(0)).join(' → ')} MB in use`);
  if (found.size > 0) process.exitCode = 1;
}

/** @throws Error for a value that is no number */
function options(): { minutes: number; seed: number } {
  const { values } = parseArgs({
    options: { minutes: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
  });
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
  if (!(minutes > 0) || !Number.isInteger(seed))
    throw new Error('--minutes must be a number above 0, --seed a whole number');
  return { minutes, seed };
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
