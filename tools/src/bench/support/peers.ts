import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNginx } from '@tradepost/testing/servers/nginx';
import { freePort } from '@tradepost/testing/servers/ports';
import { startProcess } from '@tradepost/testing/servers/server-process';
import { RawHttp } from './raw-http';

/** A server that stores and serves files, to compare with. */
export interface Peer {
  name: string;
  put(key: string, content: Buffer): Promise<unknown>;
  get(key: string): Promise<unknown>;
  stop(): Promise<void>;
}

/** nginx with WebDAV, plain Node and, from the checkout in `PSITRANSFER_FOLDER`, PsiTransfer, which no registry has. */
export async function startPeers(): Promise<Peer[]> {
  const folder = process.env.PSITRANSFER_FOLDER;
  return [await nginx(), await plainNode(), ...(folder ? [await psiTransfer(folder)] : [])];
}

async function nginx(): Promise<Peer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-nginx-'));
  const server = await startNginx({ dataDir });
  return filesAt('nginx', server.url, async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
}

async function plainNode(): Promise<Peer> {
  const server = fork(join(__dirname, 'file-server.js'));
  const [port] = (await once(server, 'message')) as [number];
  return filesAt('plain Node', `http://127.0.0.1:${port}`, async () => server.disconnect());
}

function filesAt(name: string, origin: string, stop: () => Promise<void>): Peer {
  const client = new RawHttp(origin);
  return {
    name,
    put: (key, content) => client.send('PUT', `/${key}`, {}, content),
    get: (key) => client.send('GET', `/${key}`),
    stop: () => {
      client.close();
      return stop();
    },
  };
}

const bucket = 'bench';
const tus = { 'tus-resumable': '1.0.0' };
const wholeFile = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };

/** Uploads as its page does (tus): a call begins the file, the next one sends it. */
async function psiTransfer(folder: string): Promise<Peer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-psitransfer-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const client = new RawHttp(origin);
  const server = await startProcess({
    name: 'PsiTransfer',
    command: process.execPath,
    args: ['app.js'],
    cwd: folder,
    logFile: join(dataDir, 'log'),
    ready: () => client.send('GET', '/config.json'),
    env: {
      NODE_ENV: 'production',
      PSITRANSFER_PORT: String(port),
      PSITRANSFER_IFACE: '127.0.0.1',
      PSITRANSFER_UPLOAD_DIR: join(dataDir, 'files'),
    },
  });
  const paths = new Map<string, string>();
  return {
    name: 'PsiTransfer',
    put: async (key, content) => {
      const { location } = await client.headersOf('POST', '/files', {
        ...tus,
        'upload-length': String(content.length),
        'upload-metadata': metadata({ name: key, sid: bucket, retention: '3600' }),
      });
      if (!location) throw new Error('PsiTransfer named no address of the upload');
      await client.send('PATCH', location, { ...tus, ...wholeFile }, content);
      paths.set(key, location);
    },
    get: (key) => client.send('GET', paths.get(key) ?? ''),
    stop: async () => {
      client.close();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const metadata = (of: Record<string, string>) =>
  Object.entries(of)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
