import { parseArgs } from 'node:util';
import { startAutomaticCertificate } from '../acme/automatic-certificate';
import { serveSettings } from '../serve/config';
import { startServer } from '../serve/server';
import { configFile, dataDirectory } from '../topology/running';

const usage = 'npm run serve -- [--config file] [--data directory]';

/** One production server: every app in a child process, with its own PostgreSQL and files in one directory. */
async function serve() {
  const { values } = parseArgs({ options: { config: { type: 'string' }, data: { type: 'string' } } });
  const settings = serveSettings(values.config ?? configFile());
  const dataDir = values.data ?? dataDirectory();
  if (!dataDir) throw new Error(`The data directory is missing: set --data or DATA_DIRECTORY.\n${usage}`);
  const stopping = new AbortController();
  let stop: () => Promise<unknown> = () => Promise.resolve();
  const onSignal = () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    void stop();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  let reload: () => unknown = () => console.log('No certificate is in use: there is nothing to reload');
  process.on('SIGHUP', () => reload());
  const server = await startServer({
    settings: settings.ACME_DIRECTORY
      ? await startAutomaticCertificate({ settings, dataDir, signal: stopping.signal, log: console.log })
      : settings,
    dataDir,
    signal: stopping.signal,
    log: console.log,
    onExit: (name, code) => {
      console.error(`${name} stopped unexpectedly (${code ?? 'killed'})`);
      process.exitCode = 1;
      onSignal();
    },
  });
  stop = async () => {
    await server.stop();
    process.exit();
  };
  if (stopping.signal.aborted) return stop();
  // the signal would end an app without a certificate
  if (settings.TLS_CERTIFICATE_PATH || settings.ACME_DIRECTORY)
    reload = () => server.processes.get('all-in-one')?.signal('SIGHUP');
  console.log(`Tradepost serves ${server.origin} on ${settings.HOST}:${settings.PORT}`);
}

serve().catch((error: Error & { code?: string }) => {
  console.error(error.code?.startsWith('ERR_PARSE_ARGS') ? `${error.message}\n${usage}` : error.message);
  process.exit(1);
});
