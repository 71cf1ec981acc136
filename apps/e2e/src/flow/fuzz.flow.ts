import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFuzzed, type FuzzedInstallation } from '@tradepost/tools/fuzz/installation';
import { fuzz } from '@tradepost/tools/fuzz/run';

const seed = 16;
/** About six of each operation. */
const calls = 1_600;
/** If each call leaked 100 KB, about 45 MB would remain. */
const mostGrownBytes = 32 * 1024 * 1024;

describe('generated calls of every role', () => {
  let installation: FuzzedInstallation;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tradepost-fuzz-'));
    installation = await startFuzzed(dataDir);
  });
  afterAll(async () => {
    await installation?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it("are answered as the API document says, without a failure, another tenant's data or growing memory", async () => {
    console.log(`Seed ${seed}; npm run fuzz -- --seed ${seed} runs longer`);
    const report = await fuzz(installation, { seed, calls });
    expect(report.findings).toEqual([]);
    expect(report.grownBytes).toBeLessThan(mostGrownBytes);
    // if all calls were refused, nothing would be found
    expect(report.untouched.length).toBeLessThan(134);
  });
});
