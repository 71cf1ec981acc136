import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { startFakeVault } from '@tradepost/testing/fake-vault';
import { KeyUnavailable } from '../src/security/at-rest/key-provider';
import { KeyRing } from '../src/security/at-rest/key-ring';
import { openKeys } from '../src/security/at-rest/open-keys';
import { rotateKeys } from '../src/security/at-rest/rotate';
import { log } from '../src/observability/logging';
import { DirectoryObjectStore } from '../src/objects/directory-object-store';
import { EncryptedObjectStore } from '../src/objects/encrypted-object-store';
import type { RawObjectStore } from '../src/objects/raw-object-store';
import { newKey, of, oldKey } from './at-rest-keys';

const scratch = mkdtempSync(join(tmpdir(), 'at-rest-'));
afterAll(() => rm(scratch, { recursive: true, force: true }));
let alarms: jest.SpyInstance;
beforeEach(() => (alarms = jest.spyOn(log, 'error').mockImplementation()));

describe('with Vault', () => {
  const token = randomUUID();
  let vault: Awaited<ReturnType<typeof startFakeVault>>;
  let raw: RawObjectStore;
  beforeAll(async () => {
    vault = await startFakeVault(token);
    raw = new DirectoryObjectStore(join(scratch, randomUUID()));
    await raw.prepare();
  });
  afterAll(() => vault.stop());

  const keysOf = (settings = {}) =>
    openKeys({ AT_REST_VAULT_URL: vault.url, AT_REST_VAULT_TOKEN: token, ...settings })!;
  const content = randomBytes(40_000);

  it('wraps and unwraps with a key of Vault, which can be rotated there', async () => {
    const store = new EncryptedObjectStore(raw, keysOf());
    await store.put('a/b/c', of(content));
    expect((await raw.stat('a/b/c'))!.envelope).toMatch(/^1:vault:v1:/);
    expect((await buffer(await store.get('a/b/c'))).equals(content)).toBe(true);

    expect(await rotateKeys(raw, keysOf())).toMatchObject({ rewrapped: 0 });
    vault.rotate();
    vault.calls.length = 0;
    expect(await rotateKeys(raw, keysOf())).toMatchObject({ objects: 1, rewrapped: 1 });
    expect(vault.calls.filter((path) => path.includes('crypt'))).toEqual([]);
    expect((await raw.stat('a/b/c'))!.envelope).toMatch(/^1:vault:v2:/);
    expect((await buffer(await store.get('a/b/c'))).equals(content)).toBe(true);
  });

  it('takes over from the key ring, key by key', async () => {
    await new EncryptedObjectStore(raw, new KeyRing([oldKey])).put('a/b/c', of(content));
    const both = keysOf({ AT_REST_KEY: newKey, AT_REST_KEY_PREVIOUS: [oldKey] });
    expect((await buffer(await new EncryptedObjectStore(raw, both).get('a/b/c'))).equals(content)).toBe(true);
    expect(await rotateKeys(raw, both)).toMatchObject({ rewrapped: 1, unreadable: [] });
    expect((await buffer(await new EncryptedObjectStore(raw, keysOf()).get('a/b/c'))).equals(content)).toBe(true);
  });

  it('stores and opens nothing while Vault refuses, is sealed or is down, and reports it', async () => {
    await new EncryptedObjectStore(raw, keysOf()).put('a/b/c', of(content));
    const closed = new EncryptedObjectStore(raw, keysOf({ AT_REST_VAULT_TOKEN: 'another' }));
    await expect(closed.get('a/b/c')).rejects.toThrow('Vault refused to decrypt: 403 permission denied');
    await expect(closed.put('a/b/d', of(content))).rejects.toThrow(KeyUnavailable);
    expect(alarms).toHaveBeenCalledWith(
      expect.objectContaining({ objectKey: 'a/b/c' }),
      'could not decrypt an object: its key is not available',
    );
    vault.seal(true);
    await expect(keysOf().ready()).rejects.toThrow(KeyUnavailable);
    await expect(rotateKeys(raw, keysOf())).rejects.toThrow(KeyUnavailable);
    await expect(new EncryptedObjectStore(raw, keysOf()).get('a/b/c', { start: 0, end: 1 })).rejects.toThrow(
      KeyUnavailable,
    );
    vault.seal(false);
    await keysOf().ready();
    await expect(keysOf({ AT_REST_VAULT_URL: 'http://127.0.0.1:1/v1/transit/keys/tradepost' }).ready()).rejects.toThrow(
      'Vault does not answer',
    );
  });
});
