import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDebianPackages } from './debian';
import { claimPort } from './ports';
import { makeDirectory, startProcess, type Running } from './server-process';

export interface RunningNginx extends Running {
  url: string;
}

/**
 * Starts nginx on 127.0.0.1 as what our transfers are measured against: it stores what is PUT (WebDAV) and serves it.
 * @param dataDir an absolute path, for its configuration and the files
 */
export async function startNginx({ dataDir }: { dataDir: string }): Promise<RunningNginx> {
  for (const name of ['files', 'temp']) makeDirectory(join(dataDir, name));
  const port = await claimPort(undefined, 'nginx');
  const files = `
    root ${dataDir}/files;
    client_max_body_size 100m;
    location / { dav_methods PUT DELETE; create_full_put_path on; autoindex on; autoindex_format json; }`;
  return serve({ dataDir, port, site: files });
}

/**
 * Starts nginx on 127.0.0.1 in front of several replicas of one server, as an installation would: a replica that does not
 * take a connection is passed over, bodies and answers stream.
 * @param dataDir an absolute path, for its configuration
 */
export async function startProxy({
  dataDir,
  port,
  replicas,
}: {
  dataDir: string;
  port: number;
  replicas: number[];
}): Promise<RunningNginx> {
  makeDirectory(join(dataDir, 'temp'));
  const upstream = `upstream replicas { ${replicas.map((replica) => `server 127.0.0.1:${replica} max_fails=0;`).join(' ')} keepalive 64; }`;
  const pass = `
    client_max_body_size 0;
    location / {
      proxy_pass http://replicas;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host:$server_port;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_request_buffering off;
      proxy_buffering off;
      proxy_read_timeout 1h;
    }`;
  return serve({ dataDir, port, site: pass, before: upstream });
}

async function serve({
  dataDir,
  port,
  site,
  before = '',
}: {
  dataDir: string;
  port: number;
  site: string;
  before?: string;
}): Promise<RunningNginx> {
  const missing = ensureDebianPackages(['nginx']);
  if (missing.length > 0) throw new Error(`nginx is not installed: apt-get install ${missing.join(' ')}`);
  const configFile = join(dataDir, 'nginx.conf');
  writeFileSync(configFile, configOf({ dataDir, port, site, before }));
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

const configOf = ({ dataDir, port, site, before }: { dataDir: string; port: number; site: string; before: string }) => `
daemon off;
worker_processes auto;
user root;
pid ${dataDir}/nginx.pid;
error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000;
  client_body_temp_path ${dataDir}/temp;
  proxy_temp_path ${dataDir}/temp;
  ${before}
  server {
    listen 127.0.0.1:${port};
    ${site}
  }
}
`;
