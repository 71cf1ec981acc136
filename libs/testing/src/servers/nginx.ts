import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDebianPackages } from './debian';
import { claimPort } from './ports';
import { makeDirectory, startProcess, type Running } from './server-process';

export interface RunningNginx extends Running {
  url: string;
}

/**
 * Starts nginx on 127.0.0.1 as what our transfers are measured against: it keeps what is PUT (WebDAV) and serves it.
 * @param dataDir an absolute path, for its configuration and the files
 */
export async function startNginx({ dataDir }: { dataDir: string }): Promise<RunningNginx> {
  const missing = ensureDebianPackages(['nginx']);
  if (missing.length > 0) throw new Error(`nginx is not installed: apt-get install ${missing.join(' ')}`);
  const port = await claimPort(undefined, 'nginx');
  for (const name of ['files', 'temp']) makeDirectory(join(dataDir, name));
  const configFile = join(dataDir, 'nginx.conf');
  writeFileSync(configFile, configOf(dataDir, port));
  const url = `http://127.0.0.1:${port}`;
  const server = await startProcess({
    name: 'nginx',
    command: 'nginx',
    args: ['-c', configFile, '-p', dataDir],
    logFile: join(dataDir, 'nginx.log'),
    ready: async () => void (await fetch(url)),
    stopSignal: 'SIGTERM',
  });
  return { ...server, url };
}

const configOf = (dataDir: string, port: number) => `
daemon off;
worker_processes auto;
user root;
pid ${dataDir}/nginx.pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000;
  client_body_temp_path ${dataDir}/temp;
  server {
    listen 127.0.0.1:${port};
    root ${dataDir}/files;
    client_max_body_size 100m;
    location / { dav_methods PUT DELETE; create_full_put_path on; }
  }
}
`;
