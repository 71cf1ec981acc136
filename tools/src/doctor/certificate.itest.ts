import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificate } from './certificate';
import { examine } from './examine';
import { installationOf } from './installation';

const directory = mkdtempSync(join(tmpdir(), 'tradepost-certificate-'));
const servers: Server[] = [];

/** A server with a certificate that it signed itself. */
async function serverOf(name: string, days: number) {
  const [key, cert] = [join(directory, `${name}.key`), join(directory, `${name}.pem`)];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', `/CN=${name}`],
      ...['-addext', `subjectAltName=DNS:${name}`, '-days', String(days), '-keyout', key, '-out', cert],
    ],
    { stdio: 'ignore' },
  );
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_call, answer) => answer.end());
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    authority: readFileSync(cert, 'utf8'),
  };
}

afterAll(() => {
  for (const server of servers) server.close();
  rmSync(directory, { recursive: true });
});

test('a certificate fails if no public authority signed it, or if it has another name', async () => {
  const own = await serverOf('localhost', 90);
  const found = await examine(installationOf({ ORIGIN: own.origin }, directory), directory);
  expect(found.find(({ what }) => what === 'Certificate')).toMatchObject({
    state: 'fail',
    found: expect.stringContaining('self-signed'),
    advice: expect.stringContaining('that browsers trust'),
  });
  const other = await serverOf('example.com', 90);
  expect(await certificate(other.origin, [other.authority])).toMatchObject({ state: 'fail' });
});

test('a certificate of a trusted authority passes, with a warning two weeks before it expires', async () => {
  const own = await serverOf('localhost', 90);
  expect(await certificate(own.origin, [own.authority])).toMatchObject({
    state: 'ok',
    found: expect.stringMatching(/(89|90) more days/),
  });
  const old = await serverOf('localhost', 10);
  expect(await certificate(old.origin, [old.authority])).toMatchObject({ state: 'warn' });
});

test('an origin with plain HTTP, on this machine, is not checked', async () => {
  const found = await examine(installationOf({ ORIGIN: 'http://localhost:8080' }, directory), directory);
  expect(found.some(({ what }) => what === 'Certificate')).toBe(false);
});
