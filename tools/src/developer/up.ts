import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../topology/paths';
import { givenSettings } from '../topology/given-settings';
import { noteRunning } from '../topology/running';
import { startTopology } from '../topology/start';
import { demo, seed } from '../seed/demo';

const usage = 'npm run up [-- --services] [--fresh] [--no-seed] [--config file]';
const inboxPorts = {
  smtpPort: Number(process.env.SMTP_PORT ?? 1025),
  webPort: Number(process.env.INBOX_PORT ?? 1080),
};

async function up() {
  const { values } = parseArgs({
    options: {
      services: { type: 'boolean' },
      fresh: { type: 'boolean' },
      'no-seed': { type: 'boolean' },
      config: { type: 'string' },
    },
  });
  const given = givenSettings(values.config);
  const kind = values.services ? 'services' : 'embedded';
  const dataDir = join(root, '.data', kind);
  if (values.fresh) rmSync(dataDir, { recursive: true, force: true });

  const stopping = new AbortController();
  let stop = async () => process.exit(130);
  const onSignal = () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    console.log('\nStopping …');
    void stop();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);

  const topology = await startTopology({
    kind,
    dataDir,
    persistent: true,
    env: given,
    port: Number(given.PORT ?? 8080),
    inboxPorts,
    progress: (step) => console.log(`Starting ${step} …`),
    onExit: (name, code) => {
      console.error(
        `${name} stopped unexpectedly (${code ?? 'killed'}); its log is ${join(dataDir, 'logs', `${name}.log`)}`,
      );
      if (kind === 'embedded') onSignal();
    },
  });
  const forget = noteRunning(dataDir, topology.servers);
  stop = async () => {
    forget();
    await topology.stop();
    process.exit(0);
  };
  if (stopping.signal.aborted) return stop();
  if (!values['no-seed']) {
    await seed(topology, dataDir, (step) => console.log(step)).catch(async (error: Error) => {
      forget();
      await topology.stop();
      throw new Error(
        `Could not create the demo companies: ${error.message}\n` +
          'Run "npm run up -- --fresh" to start over with empty data, or "npm run up -- --no-seed" to start without them.',
      );
    });
  }

  console.log(
    [
      '',
      `  Tradepost    ${topology.origin}`,
      `  Mail inbox   ${topology.inboxUrl}`,
      `  Data         ${dataDir}`,
      '',
      ...(values['no-seed']
        ? []
        : Object.entries(demo).map(([role, { email, password }]) => `  ${role.padEnd(12)} ${email}  ${password}`)),
      '',
      '  Ctrl-C stops everything.',
    ].join('\n'),
  );
}

up().catch((error: Error & { code?: string }) => {
  console.error(error.code?.startsWith('ERR_PARSE_ARGS') ? `${error.message}\n${usage}` : error.message);
  process.exit(1);
});
