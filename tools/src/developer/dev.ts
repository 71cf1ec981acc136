import { spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { root } from '../topology/paths';
import { seed } from '../seed/demo';
import { startTopology } from '../topology/start';

const settleMs = 150;

/** The embedded topology that rebuilds and restarts when a server file changes, with Vite for the web app. */
async function dev() {
  const dataDir = join(root, '.data', 'embedded');
  const topology = await startTopology({
    kind: 'embedded',
    dataDir,
    persistent: true,
    port: 8080,
    inboxPorts: { smtpPort: 1025, webPort: 1080 },
    env: { LOG_LEVEL: 'warn' },
    progress: (step) => console.log(`Starting ${step} …`),
  });
  await seed(topology, dataDir, console.log);
  const vite = spawn(join(root, 'node_modules', '.bin', 'vite'), [], {
    cwd: join(root, 'apps', 'web'),
    stdio: 'inherit',
  });
  const app = topology.processes.get('all-in-one');

  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  const rebuild = async () => {
    const began = Date.now();
    const built = spawnSync(
      join(root, 'node_modules', '.bin', 'nx'),
      ['run-many', '-t', 'build', '--exclude=@tradepost/web', '--output-style=static'],
      { cwd: root, encoding: 'utf8' },
    );
    if (built.status !== 0) return console.error(built.stdout.split('\n').slice(-20).join('\n'));
    await app?.stop();
    await app?.start().catch((error: Error) => console.error(error.message));
    console.log(`Reloaded in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  };
  for (const folder of ['apps', 'libs']) {
    watch(join(root, folder), { recursive: true }, (_, file) => {
      if (!file || !/src\/.*\.(ts|hbs)$/.test(file) || /^web\//.test(file) || /\/(dist|node_modules)\//.test(file))
        return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        work = work.then(rebuild);
      }, settleMs);
    });
  }

  const stop = async () => {
    vite.kill();
    await topology.stop();
    process.exit(0);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

dev().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
