import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { checkInstallation } from '../../containers/checks';
import { Docker } from '../../containers/docker';
import { startEngine } from '../../containers/engine';
import { makeStandIns } from '../../containers/stand-ins';

/**
 * `npm run containers`: builds every image and runs docker-compose.yml with them, with the running engine, or with one from Debian packages
 * that is started for this and removed afterwards. `CONTAINERS_FOLDER` keeps what that engine has built for the next run.
 */
async function containers() {
  const lasting = process.env.CONTAINERS_FOLDER;
  const folder = lasting ? resolve(lasting) : mkdtempSync(join(tmpdir(), 'tradepost-containers-'));
  mkdirSync(folder, { recursive: true });
  try {
    const given = new Docker();
    if (await given.answers()) return await report(given, folder);
    const engine = await startEngine(folder);
    try {
      await makeStandIns(engine, folder);
      await report(engine.docker, folder, engine.restart);
    } finally {
      await engine.stop();
    }
  } finally {
    if (!lasting) rmSync(folder, { recursive: true, force: true });
  }
}

async function report(docker: Docker, folder: string, restartEngine?: () => Promise<void>) {
  const place = mkdtempSync(join(folder, 'installation-'));
  try {
    const { passed, failed } = await checkInstallation(docker, place, restartEngine);
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

containers().catch((error: Error) => {
  console.error(error.message);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
});
