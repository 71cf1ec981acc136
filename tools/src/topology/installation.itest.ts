import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { EncryptedObjectStore } from '@tradepost/service-kit/objects/encrypted-object-store';
import { openObjectStore } from '@tradepost/service-kit/objects/open';
import { KeyRing } from '@tradepost/service-kit/security/at-rest/key-ring';
import { openKeys } from '@tradepost/service-kit/security/at-rest/open-keys';
import { rotateKeys } from '@tradepost/service-kit/security/at-rest/rotate';
import { startFakeVault } from '@tradepost/testing/fake-vault';
import { openInstallation } from './installation';
import { noteRunning } from './running';
import { loadSecrets } from './secrets-file';

const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-installation-'));
const token = randomUUID();
let vault: Awaited<ReturnType<typeof startFakeVault>>;
beforeAll(async () => {
  vault = await startFakeVault(token);
});
afterAll(() => {
  vault.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('operator commands on one server use the vault that its settings name, and still read what its own key wrapped', async () => {
  const objectStore = pathToFileURL(join(dataDir, 'objects')).href;
  const { atRestKey } = loadSecrets(join(dataDir, 'secrets.json'));
  const raw = openObjectStore(objectStore);
  await raw.prepare();
  await new EncryptedObjectStore(raw, new KeyRing([atRestKey])).put('a/b/c', Readable.from([Buffer.from('content')]));
  noteRunning(dataDir, { postgres: '', queue: '', smtp: '', objectStore });
  const tokenFile = join(dataDir, 'token');
  writeFileSync(tokenFile, `${token}\n`);
  Object.assign(process.env, {
    DATA_DIRECTORY: dataDir,
    AT_REST_VAULT_URL: vault.url,
    AT_REST_VAULT_TOKEN_FILE: tokenFile,
  });

  const { servers, atRest } = await openInstallation({ mayMake: false });
  const store = openObjectStore(servers.objectStore);
  // as `rotate-keys` does
  expect(await rotateKeys(store, openKeys(atRest)!)).toMatchObject({ objects: 1, rewrapped: 1, unreadable: [] });

  const { AT_REST_VAULT_URL, AT_REST_VAULT_TOKEN } = atRest;
  const ofVaultAlone = new EncryptedObjectStore(store, openKeys({ AT_REST_VAULT_URL, AT_REST_VAULT_TOKEN })!);
  expect(await text(await ofVaultAlone.get('a/b/c'))).toBe('content');
});
