import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { KeyUnavailable } from '../src/security/at-rest/key-provider';
import { NoKeys, openKeys } from '../src/security/at-rest/open-keys';
import { rotateKeys } from '../src/security/at-rest/rotate';
import { log } from '../src/observability/logging';
import { DirectoryObjectStore } from '../src/objects/directory-object-store';
import { EncryptedObjectStore } from '../src/objects/encrypted-object-store';
import { ObjectDamaged } from '../src/objects/object-store';
import { after, before, of } from './at-rest-keys';

const scratch = mkdtempSync(join(tmpdir(), 'at-rest-'));
afterAll(() => rm(scratch, { recursive: true, force: true }));
beforeEach(() => jest.spyOn(log, 'error').mockImplementation());

describe('a directory', () => {
  const root = () => join(scratch, randomUUID());
  const made = async () => {
    const directory = root();
    const raw = new DirectoryObjectStore(directory);
    await raw.prepare();
    return { raw, store: new EncryptedObjectStore(raw, after), file: join(directory, 'a/b/c') };
  };

  it('changes a key in place: the file and all its bytes after the head stay the same', async () => {
    const { raw, file } = await made();
    await new EncryptedObjectStore(raw, before).put('a/b/c', of(randomBytes(100_000)));
    const [{ ino }, bytes] = [await stat(file), await readFile(file)];
    expect(await rotateKeys(raw, after)).toMatchObject({ rewrapped: 1 });
    expect((await stat(file)).ino).toBe(ino);
    const now = await readFile(file);
    expect(now.subarray(1024).equals(bytes.subarray(1024))).toBe(true);
    expect(now.equals(bytes)).toBe(false);
  });

  it.each([
    ['first', 0],
    ['second', 512],
  ])('opens a file if a power cut left half of the %s slot of its head', async (_, at) => {
    const { raw, store, file } = await made();
    await new EncryptedObjectStore(raw, before).put('a/b/c', of(Buffer.from('content')));
    await rotateKeys(raw, after);
    await overwrite(file, at + 100, randomBytes(412));
    expect((await buffer(await store.get('a/b/c'))).toString()).toBe('content');
    expect(await rotateKeys(raw, after)).toMatchObject({ rewrapped: at === 0 ? 1 : 0, unreadable: [] });
    await overwrite(file, 100, randomBytes(412));
    await overwrite(file, 612, randomBytes(412));
    await expect(store.get('a/b/c')).rejects.toThrow(ObjectDamaged);
  });

  it('does not mistake content for a head', async () => {
    const { raw, store, file } = await made();
    await store.put('a/b/c', of(randomBytes(10)));
    const forged = await readFile(file);
    for (const content of [forged, forged.subarray(0, 16), Buffer.concat([Buffer.alloc(512), forged])]) {
      await store.put('a/b/c', of(content), { sealed: true });
      expect((await buffer(await store.get('a/b/c'))).equals(content)).toBe(true);
      expect(await raw.stat('a/b/c')).toMatchObject({ size: content.length, envelope: null });
    }
  });

  it('puts nothing while a data key cannot be wrapped, and opens nothing', async () => {
    const { raw, store } = await made();
    await store.put('a/b/c', of(randomBytes(10)));
    const none = new EncryptedObjectStore(raw, new NoKeys());
    await expect(none.put('a/b/d', of(randomBytes(10)))).rejects.toThrow(KeyUnavailable);
    await expect(none.get('a/b/c')).rejects.toThrow(KeyUnavailable);
    expect(await none.stat('a/b/c')).toMatchObject({ size: 10 });
    expect(await none.stat('a/b/d')).toBeNull();
    expect(openKeys({})).toBeNull();
  });
});

async function overwrite(file: string, at: number, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(bytes, 0, bytes.length, at);
  await handle.close();
}
