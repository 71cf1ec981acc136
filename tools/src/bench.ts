import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gatewayMemory } from './bench/gateway-memory';
import { startTopology } from './topology/start';

/** `npm run bench`: figures of this machine, in one run. */
async function bench() {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-bench-'));
  const topology = await startTopology({ kind: 'services', dataDir, persistent: true, env: { LOG_LEVEL: 'warn' } });
  try {
    if (!(await gatewayMemory(topology))) process.exitCode = 1;
  } finally {
    await topology.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

bench().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
