import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { siteManifestName } from '@tradepost/contracts/encryption/site-manifest';
import { DEBIAN_PACKAGES, ensureDebianPackages } from '@tradepost/testing/servers/debian';
import { Terminal } from '@tradepost/tools/client/terminal';
import { startWebServer, type WebServer } from '@tradepost/tools/deploy/web-server';
import { root } from '@tradepost/tools/topology/paths';
import { sharedTopology, type TemporaryTopology } from '../support/topology';
import { Wire } from '../support/wire';

const directory = mkdtempSync(join(tmpdir(), 'tradepost-site-'));
const keys = generateKeyPairSync('ed25519');
const keyFile = join(directory, 'release.pub.pem');
const manifest = join(directory, siteManifestName);
const built = join(root, 'apps/web/dist');

describe('a release and the servers that serve it', () => {
  let topology: TemporaryTopology;
  const terminal = new Terminal({});
  const verify = (origin: string, ...more: string[]) =>
    terminal.run(['verify-site', origin, '--manifest', manifest, '--key', keyFile, '--json', ...more]);

  beforeAll(async () => {
    topology = await sharedTopology('embedded');
    const privateKeyFile = join(directory, 'release.pem');
    writeFileSync(privateKeyFile, keys.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    writeFileSync(keyFile, keys.publicKey.export({ type: 'spki', format: 'pem' }));
    execFileSync(process.execPath, [join(root, 'tools/dist/operator/sign-site.js'), privateKeyFile, directory]);
  });
  afterAll(async () => {
    terminal.remove();
    rmSync(directory, { recursive: true, force: true });
  });

  it('matches what the gateway serves', async () => {
    const { code, stdout, stderr } = await verify(topology.origin);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      findings: [],
      manifestHash: createHash('sha256').update(readFileSync(manifest)).digest('hex'),
    });
  });

  (ensureDebianPackages(DEBIAN_PACKAGES.web).length === 0 ? it : it.skip)(
    'is found to be what nginx serves, compressed',
    async () => {
      const webDirectory = mkdtempSync(join(tmpdir(), 'tradepost-web-'));
      let web: WebServer | undefined;
      try {
        web = await startWebServer(webDirectory, built, topology.origin);
        const origin = `http://127.0.0.1:${web.port}`;
        const encoded = await fetch(`${origin}/`, { headers: { 'accept-encoding': 'br' } });
        expect(encoded.headers.get('content-encoding')).toBe('br');
        expect(await verify(origin)).toMatchObject({ code: 0, stderr: '' });
      } finally {
        await web?.stop();
        rmSync(webDirectory, { recursive: true, force: true });
      }
    },
  );

  (ensureDebianPackages(DEBIAN_PACKAGES.web).length === 0 ? it : it.skip)(
    'matches with an object store for its pages only if that store was expected',
    async () => {
      const webDirectory = mkdtempSync(join(tmpdir(), 'tradepost-web-'));
      const store = 'https://s3.example.com';
      let web: WebServer | undefined;
      try {
        web = await startWebServer(webDirectory, built, topology.origin, undefined, store);
        const origin = `http://127.0.0.1:${web.port}`;
        expect(await verify(origin, '--store', store)).toMatchObject({ code: 0, stderr: '' });
        for (const more of [[], ['--store', 'https://other.example.com']]) {
          const { code, stdout } = await verify(origin, ...more);
          expect([code, stdout]).toEqual([5, expect.stringContaining('has a different content-security-policy')]);
        }
      } finally {
        await web?.stop();
        rmSync(webDirectory, { recursive: true, force: true });
      }
    },
  );

  it('does not match a server that adds a script to the page', async () => {
    const wire = new Wire(topology.origin);
    wire.onAnswer = ({ url }) =>
      url === '/'
        ? new Transform({
            transform: (chunk: Buffer, _, done) =>
              done(null, chunk.toString().replace('<div id="root">', '<i id="root">')),
          })
        : undefined;
    const origin = await wire.start();
    try {
      const { code, stdout, stderr } = await verify(origin);
      expect(code).toBe(5);
      expect(JSON.parse(stdout).findings).toEqual([expect.objectContaining({ path: '/' })]);
      expect(stderr).toContain('does not serve version');
    } finally {
      await wire.stop();
    }
  });

  it('is accepted only with a signature by its key', async () => {
    const other = join(directory, 'other.pub.pem');
    writeFileSync(other, generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }));
    const args = ['verify-site', topology.origin, '--manifest', manifest, '--key', other];
    expect(await terminal.run(args)).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('not signed with this key'),
    });
  });
});
