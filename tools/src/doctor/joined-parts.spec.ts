import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { joinedParts } from './joined-parts';

interface Behaviour {
  compares?: boolean;
  /** The ETag of a part, from its MD5. */
  etag?: (md5: string) => string;
  joins?: boolean;
}

/** As much of S3 as one multipart upload needs. */
async function startStore({ compares = true, etag = (md5) => md5, joins = true }: Behaviour) {
  const open = new Map<string, string[]>();
  const server = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://store');
    const id = searchParams.get('uploadId') ?? '';
    const body = await buffer(request);
    const of = (as: 'hex' | 'base64') => createHash('md5').update(body).digest(as);
    if (request.method === 'POST' && !joins)
      return response.writeHead(501).end('<Error><Code>NotImplemented</Code><Message>no parts here</Message></Error>');
    if (request.method === 'POST') {
      open.set('an-id', []);
      return response.end('<InitiateMultipartUploadResult><UploadId>an-id</UploadId></InitiateMultipartUploadResult>');
    }
    const parts = open.get(id);
    if (!parts) return response.writeHead(404).end();
    if (request.method === 'DELETE') open.delete(id);
    if (request.method === 'GET')
      return response.end(
        parts.map((one, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>"${one}"</ETag></Part>`).join(''),
      );
    if (request.method !== 'PUT') return response.writeHead(204).end();
    if (compares && request.headers['content-md5'] !== of('base64')) return response.writeHead(400).end();
    parts.push(etag(of('hex')));
    return response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://key:secret@127.0.0.1:${port}/tradepost`,
    endpoint: `http://127.0.0.1:${port}`,
    open,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

it.each([
  ['compares the MD5 of parts', {}, 'ok', 'compares the MD5'],
  ['compares nothing', { compares: false }, 'warn', 'does not compare'],
  ['lists other tags', { etag: () => 'f00' }, 'warn', 'does not list the MD5'],
  ['has no multipart uploads', { joins: false }, 'warn', 'not checked: no parts here'],
] as [string, Behaviour, string, string][])(
  'says that a store %s, and ends its upload',
  async (_, behaviour, state, found) => {
    const store = await startStore(behaviour);
    expect(await joinedParts(store.url, store.endpoint)).toMatchObject({
      state,
      found: expect.stringContaining(found),
    });
    expect(store.open.size).toBe(0);
    await store.stop();
  },
);
