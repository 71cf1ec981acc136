import { fromHex, concat, toHex } from './bytes';
import { aesKey, hkdfExpandSha512, hkdfSha256, openUnder, sealUnder } from './primitives';
import { sign, verify } from './signing';
import { counting } from '../testing/streams';
import { createHmac, hkdfSync } from 'node:crypto';

describe('HKDF-SHA-256 (RFC 5869, appendix A)', () => {
  it.each([
    [
      'A.1',
      '0b'.repeat(22),
      toHex(counting(13)),
      'f0f1f2f3f4f5f6f7f8f9',
      '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
    ],
    [
      'A.2',
      toHex(counting(80)),
      toHex(counting(80, 0x60)),
      toHex(counting(80, 0xb0)),
      'b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87',
    ],
    [
      'A.3',
      '0b'.repeat(22),
      '',
      '',
      '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8',
    ],
  ])('%s', async (_, input, salt, info, output) => {
    expect(toHex(await hkdfSha256(fromHex(input), fromHex(info), output.length / 2, fromHex(salt)))).toBe(output);
  });
});

describe('HKDF-Expand-SHA-512', () => {
  it.each([1, 64, 65, 76, 128, 300])('of %d bytes is the second half of another program’s HKDF', async (length) => {
    const [input, salt, info] = [counting(40), counting(20, 7), counting(33, 3)];
    const prk = createHmac('sha512', salt).update(input).digest();
    expect(await hkdfExpandSha512(prk, info, length)).toEqual(
      new Uint8Array(hkdfSync('sha512', input, salt, info, length)),
    );
  });
});

describe('AES-256-GCM (the GCM specification, appendix B)', () => {
  it.each([
    ['test case 13', '00'.repeat(32), '00'.repeat(12), '', '', '530f8afbc74536b9a963b4f1c4cb738b'],
    [
      'test case 14',
      '00'.repeat(32),
      '00'.repeat(12),
      '00'.repeat(16),
      '',
      'cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919',
    ],
    [
      'test case 16',
      'feffe9928665731c6d6a8f9467308308'.repeat(2),
      'cafebabefacedbaddecaf888',
      'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39',
      'feedfacedeadbeeffeedfacedeadbeefabaddad2',
      '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b',
    ],
  ])('%s', async (_, rawKey, nonce, plaintext, aad, ciphertext) => {
    const key = await aesKey(fromHex(rawKey), ['decrypt']);
    expect(toHex(await openUnder(key, fromHex(nonce + ciphertext), fromHex(aad), 'TAMPERED'))).toBe(plaintext);
  });

  it('seals under a fresh nonce each time', async () => {
    const key = await aesKey(counting(32), ['encrypt', 'decrypt']);
    const nonces = await Promise.all(
      Array.from({ length: 50 }, async () => toHex((await sealUnder(key, counting(5), counting(3))).subarray(0, 12))),
    );
    expect(new Set(nonces).size).toBe(50);
  });

  it('refuses another key, other associated data, any flipped bit and any missing byte', async () => {
    const key = await aesKey(counting(32), ['encrypt', 'decrypt']);
    const sealed = await sealUnder(key, counting(5), counting(3));
    const refused = expect.objectContaining({ name: 'SealingError', problem: 'TAMPERED' });
    await expect(
      openUnder(await aesKey(counting(32, 1), ['decrypt']), sealed, counting(3), 'TAMPERED'),
    ).rejects.toEqual(refused);
    await expect(openUnder(key, sealed, counting(4), 'TAMPERED')).rejects.toEqual(refused);
    await expect(openUnder(key, sealed.subarray(0, -1), counting(3), 'TAMPERED')).rejects.toEqual(refused);
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const flipped = sealed.slice();
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      await expect(openUnder(key, flipped, counting(3), 'TAMPERED')).rejects.toEqual(refused);
    }
    await expect(openUnder(key, sealed.subarray(0, 27), counting(3), 'TAMPERED')).rejects.toMatchObject({
      problem: 'MALFORMED',
    });
  });
});

describe('ECDSA P-256 with SHA-256 (RFC 6979, A.2.5)', () => {
  const point =
    '0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb67903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299';
  const r = 'efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716';
  const s = 'f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8';
  const message = new Uint8Array(new TextEncoder().encode('sample'));
  const publicKey = () =>
    crypto.subtle.importKey('raw', fromHex(point), { name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify']);

  it('accepts the published signature', async () =>
    expect(await verify(await publicKey(), fromHex(r + s), message)).toBe(true));

  it.each([
    ['r and s swapped', s + r],
    ['zeros', '00'.repeat(64)],
    ['a wrong length', r],
    ['s out of range', `${r}${'ff'.repeat(32)}`],
  ])('refuses %s', async (_, signature) =>
    expect(await verify(await publicKey(), fromHex(signature), message)).toBe(false),
  );

  it('verifies its own signatures, and no others', async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
    const signature = await sign(pair.privateKey, message);
    expect(signature.length).toBe(64);
    expect(await verify(pair.publicKey, signature, message)).toBe(true);
    expect(await verify(pair.publicKey, signature, concat(message, counting(1)))).toBe(false);
    expect(await verify(await publicKey(), signature, message)).toBe(false);
  });
});
