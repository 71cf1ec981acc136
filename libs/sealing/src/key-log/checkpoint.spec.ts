import { createPublicKey, verify } from 'node:crypto';
import type { KeyPair } from '../crypto/primitives';
import { SealingError } from '../errors';
import { openCheckpoint, signCheckpoint, verifierKeyOf } from './checkpoint';
import { decodeEntry, encodeEntry } from './entry';

const origin = 'tradepost.example/key-log';
const checkpoint = { origin, size: 42, root: new Uint8Array(32).fill(7) };

async function newKey() {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as KeyPair;
  return { ...pair, raw: new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)) };
}

/** The example of golang.org/x/mod/sumdb/note, from which C2SP signed-note was written down. */
const exampleKey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';

test('creates the same key name as the reference', async () => {
  const raw = new Uint8Array(Buffer.from(exampleKey.split('+')[2]!, 'base64').subarray(1));
  expect(await verifierKeyOf('PeterNeumann', raw)).toBe(exampleKey);
});

describe('a checkpoint', () => {
  it('is a signed note of C2SP', async () => {
    const { privateKey, raw } = await newKey();
    const note = await signCheckpoint(checkpoint, privateKey, raw);
    const lines = note.split('\n');
    expect(lines.slice(0, 4)).toEqual([origin, '42', 'BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=', '']);
    const signature = Buffer.from(lines[4]!.split(' ')[2]!, 'base64').subarray(4);
    const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]);
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    expect(verify(null, Buffer.from(`${lines.slice(0, 3).join('\n')}\n`), key, signature)).toBe(true);
  });

  it('opens with the key of its log, also between signatures of witnesses', async () => {
    const { privateKey, raw } = await newKey();
    const note = await signCheckpoint(checkpoint, privateKey, raw);
    const key = await verifierKeyOf(origin, raw);
    expect(await openCheckpoint(note, key)).toEqual(checkpoint);
    const other = await newKey();
    const witness = (await signCheckpoint({ ...checkpoint, origin: 'w.example' }, other.privateKey, other.raw)).split(
      '\n',
    )[4];
    expect(await openCheckpoint(note.replace('\n\n', `\n\n${witness}\n`), key)).toEqual(checkpoint);
  });

  it('does not open with a change, or with another key', async () => {
    const { privateKey, raw } = await newKey();
    const note = await signCheckpoint(checkpoint, privateKey, raw);
    const key = await verifierKeyOf(origin, raw);
    for (const changed of [
      note.replace('\n42\n', '\n43\n'),
      note.replace('BwcH', 'BwcI'),
      note.replaceAll('tradepost', 'example'),
      note.replace(/— .*\n/, ''),
      note.replace(/(— \S+ \S{20})(\S)/, (_, start: string, last: string) => start + (last === 'A' ? 'B' : 'A')),
      `${note} `,
      '',
    ])
      await expect(openCheckpoint(changed, key)).rejects.toThrow(SealingError);
    await expect(openCheckpoint(note, await verifierKeyOf(origin, (await newKey()).raw))).rejects.toThrow(SealingError);
    await expect(openCheckpoint(note, exampleKey)).rejects.toMatchObject({ problem: 'BAD_SIGNATURE' });
  });
});

test('an entry is read as it was written, and has only one encoding', () => {
  const entry = {
    label: new Uint8Array(32).fill(1),
    userId: '0195a5c3-7a1e-7000-8000-0123456789ab',
    epoch: 3,
    keyId: new Uint8Array(32).fill(2),
    time: 1_795_650_000_000,
  };
  const bytes = encodeEntry(entry);
  expect(bytes.length).toBe(104);
  expect(decodeEntry(bytes)).toEqual(entry);
  for (const wrong of [
    bytes.subarray(1),
    Uint8Array.from([...bytes, 0]),
    Uint8Array.from(bytes, (b, at) => (at === 2 ? 9 : b)),
  ])
    expect(() => decodeEntry(wrong)).toThrow(SealingError);
});
