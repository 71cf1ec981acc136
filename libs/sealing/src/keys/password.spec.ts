import { hashRaw } from '@node-rs/argon2';
import { argon2id } from 'hash-wasm';
import { toHex } from '../crypto/bytes';
import {
  checkPrelogin,
  kdfCeiling,
  kdfFloor,
  keysFromMasterKey,
  newPrelogin,
  passwordBytes,
  passwordKeys,
  type Prelogin,
} from './password';
import { aesKey, openUnder, sealUnder } from '../crypto/primitives';
import { counting, fromHex } from '../testing/streams';

const prelogin: Prelogin = { kdf: 'argon2id', salt: 'AAECAwQFBgcICQoLDA0ODw', params: { m: 65_536, t: 3, p: 4 } };

describe('Argon2id', () => {
  // RFC 9106 section 5.3 without its associated data, which nothing here uses; computed by a program that gives the RFC's tag with it
  it('is RFC 9106’s', async () => {
    const tag = await argon2id({
      password: new Uint8Array(32).fill(1),
      salt: new Uint8Array(16).fill(2),
      secret: new Uint8Array(8).fill(3),
      iterations: 3,
      parallelism: 4,
      memorySize: 32,
      hashLength: 32,
      outputType: 'hex',
    });
    expect(tag).toBe('0034de3c8a75efc1148100eaf5ba9b1ce6d50ba5cdf6ae4018c54a4fc03ac10d');
  });

  it.each([
    [8, 1, 1],
    [256, 2, 3],
    [1024, 3, 4],
  ])('with %d KiB, %d passes and %d lanes is the server’s', async (memoryCost, timeCost, parallelism) => {
    const [password, salt] = [counting(20), counting(16, 9)];
    const native = await hashRaw(password, {
      memoryCost: Math.max(memoryCost, 8 * parallelism),
      timeCost,
      parallelism,
      outputLen: 32,
      salt,
    });
    const wasm = await argon2id({
      password,
      salt,
      iterations: timeCost,
      parallelism,
      memorySize: Math.max(memoryCost, 8 * parallelism),
      hashLength: 32,
      outputType: 'binary',
    });
    expect(toHex(wasm)).toBe(toHex(native));
  });
});

describe('a password’s keys', () => {
  // computed by another program
  const authKey = 'sdx1.lNOtIfMKDFCCoTO85UEaZHlcHu9WB5gKyc8fDjVKrm0';
  const kek = fromHex('beb0bb8827d81afdaaa7305d5db249587c9877d83f80ee1827ea85956bc83f84');

  it('are the same for every spelling Unicode calls the same', async () => {
    const keys = await passwordKeys('pa\u0308ssword \u2460', prelogin);
    expect(keys.authKey).toBe(authKey);
    expect(await passwordKeys('p\u00e4ssword 1', prelogin)).toEqual(expect.objectContaining({ authKey }));
    const sealed = await sealUnder(keys.kek, counting(3), counting(0));
    expect(await openUnder(await aesKey(kek, ['decrypt']), sealed, counting(0), 'TAMPERED')).toEqual(counting(3));
    await expect(crypto.subtle.exportKey('raw', keys.kek)).rejects.toThrow();
  });

  it('are the same from the server’s Argon2id', async () => {
    const master = await hashRaw(passwordBytes('pa\u0308ssword 1'), {
      memoryCost: 65_536,
      timeCost: 3,
      parallelism: 4,
      outputLen: 32,
      salt: counting(16),
    });
    expect((await keysFromMasterKey(new Uint8Array(master))).authKey).toBe(authKey);
    await expect(keysFromMasterKey(counting(31))).rejects.toMatchObject({ problem: 'MALFORMED' });
  });

  it('are others for another password or salt', async () => {
    const master = (password: string) =>
      hashRaw(passwordBytes(password), {
        memoryCost: 1024,
        timeCost: 1,
        parallelism: 1,
        outputLen: 32,
        salt: counting(16),
      });
    const keys = await Promise.all(
      [master('one'), master('One')].map(async (key) => (await keysFromMasterKey(new Uint8Array(await key))).authKey),
    );
    expect(keys[0]).not.toBe(keys[1]);
    expect((await passwordKeys('p\u00e4ssword 1', { ...prelogin, salt: 'AQECAwQFBgcICQoLDA0ODw' })).authKey).not.toBe(
      authKey,
    );
  });

  it('are not made when the server asks for less than the floor', async () => {
    await expect(passwordKeys('x', { ...prelogin, params: { ...kdfFloor, m: 65_535 } })).rejects.toMatchObject({
      problem: 'KDF_REFUSED',
    });
  });
});

describe('a server’s parameters', () => {
  it('are taken as new accounts have them, and up to the ceiling', () => {
    const fresh = newPrelogin();
    expect(checkPrelogin(fresh)).toEqual(fresh);
    expect(newPrelogin().salt).not.toBe(fresh.salt);
    expect(checkPrelogin({ ...prelogin, params: kdfCeiling, more: 1 })).toEqual({ ...prelogin, params: kdfCeiling });
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['another function', { ...prelogin, kdf: 'argon2i' }],
    ['less memory', { ...prelogin, params: { ...kdfFloor, m: 65_535 } }],
    ['fewer passes', { ...prelogin, params: { ...kdfFloor, t: 2 } }],
    ['fewer lanes', { ...prelogin, params: { ...kdfFloor, p: 3 } }],
    ['memory without end', { ...prelogin, params: { ...kdfFloor, m: 2 ** 31 } }],
    ['passes without end', { ...prelogin, params: { ...kdfFloor, t: 17 } }],
    ['a fraction', { ...prelogin, params: { ...kdfFloor, t: 3.5 } }],
    ['a number as text', { ...prelogin, params: { ...kdfFloor, m: '65536' } }],
    ['no parameters', { ...prelogin, params: undefined }],
    ['a short salt', { ...prelogin, salt: 'AAECAwQFBgcICQoLDA0O' }],
    ['no salt', { ...prelogin, salt: undefined }],
  ])('are refused with %s', (_, answer) =>
    expect(() => checkPrelogin(answer)).toThrow(expect.objectContaining({ problem: 'KDF_REFUSED' })),
  );
});
