import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fuzz } from '../fuzz/run';
import { startTopology } from '../topology/start';
import { noLimits } from '../fuzz/limits';

const callsInRound = 4_000;

/** `npm run fuzz [-- --minutes 60] [--seed 1]`: generated calls, in rounds, until the time is over. */
async function main() {
  const { values } = parseArgs({
    options: { minutes: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
  });
  const [minutes, firstSeed] = [Number(values.minutes), Number(values.seed)];
  if (!(minutes > 0) || !Number.isInteger(firstSeed))
    throw new Error('--minutes takes a number, --seed a whole number');
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-fuzz-'));
  const topology = await startTopology({ kind: 'embedded', dataDir, persistent: false, env: noLimits });
  const found = new Set<string>();
  const untouched = new Map<string, number>();
  let [rounds, calls] = [0, 0];
  try {
    const end = Date.now() + minutes * 60_000;
    for (let seed = firstSeed; Date.now() < end; seed += 100) {
      const report = await fuzz(topology, { seed, calls: callsInRound });
      rounds += 1;
      calls += report.calls;
      for (const name of report.untouched) untouched.set(name, (untouched.get(name) ?? 0) + 1);
      console.log(`seed ${seed}: ${report.calls} calls, ${JSON.stringify(report.answers)}`);
      for (const { what, count, example } of report.findings) {
        if (found.has(what)) continue;
        found.add(what);
        console.log(`  ${count} × ${what}\n    ${example}`);
      }
    }
  } finally {
    await topology.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  const never = [...untouched].filter(([, count]) => count === rounds).map(([name]) => name);
  console.log(`${calls} calls in ${rounds} rounds; ${found.size} findings. Never successful: ${never.join(', ')}`);
  if (found.size > 0) process.exitCode = 1;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
