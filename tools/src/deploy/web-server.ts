import { cpSync, chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@tradepost/testing/servers/ports';
import { startProcess, type Running } from '@tradepost/testing/servers/server-process';
import { root } from '../topology/paths';

export interface WebServer extends Running {
  port: number;
  tlsPort: number;
  logFile: string;
}

/**
 * Starts nginx with the configuration and start script of the `web` image, on a free port.
 * @param directory for its files
 * @param site the built web app with its compressed files, which is copied
 * @param gateway origin
 * @param origin as the setting `ORIGIN`; the certificate is `tls/tls.crt` of the directory, if there is one
 * @param store as the setting `OBJECT_STORE_PUBLIC_URL`
 */
export async function startWebServer(
  directory: string,
  site: string,
  gateway: string,
  origin = 'http://localhost:8080',
  store = '',
): Promise<WebServer> {
  chmodSync(directory, 0o755);
  const served = join(directory, 'site');
  cpSync(site, served, { recursive: true });
  const [port, tlsPort] = [await freePort(), await freePort()];
  const configuration = join(directory, 'nginx.conf');
  const start = join(directory, 'web.sh');
  const logFile = join(directory, 'nginx.log');
  const deployed = (name: string) =>
    readFileSync(join(root, 'deploy', name), 'utf8')
      .replaceAll('/tmp/', `${directory}/`)
      .replaceAll('/etc/nginx/tls', join(directory, 'tls'))
      .replaceAll('listen 8443', `listen 127.0.0.1:${tlsPort}`)
      .replaceAll('/usr/share/nginx/html', served);
  writeFileSync(
    configuration,
    deployed('nginx.conf').replace('listen 8080', `listen 127.0.0.1:${port}`).replace('http://gateway:8080', gateway),
  );
  writeFileSync(start, deployed('web.sh').replace('nginx -g', `nginx -c ${configuration} -g`));
  const running = await startProcess({
    name: 'nginx',
    command: 'sh',
    args: [start],
    env: { ORIGIN: origin, OBJECT_STORE_PUBLIC_URL: store },
    logFile,
    ready: () => fetch(`http://127.0.0.1:${port}/health/live`),
  });
  return { port, tlsPort, logFile, stop: () => running.stop() };
}
