import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formerHash, formerStretching, labelCost, passwordStretching } from './crypto/argon2-costs';
import { wrapFileKey } from './file/file-key';
import { chunkSize, headerSize, prefixSize, sealedChunkSize, sealedSize } from './file/format';
import { oldGrantBinding, partyBytes, placeBytes, setBinding } from './grant-layout';
import { encodeEntry } from './key-log/entry';
import { counting } from './testing/streams';
import { aesKey } from './crypto/primitives';

const protocol = readFileSync(join(__dirname, '../../../docs/protocol.md'), 'utf8').replaceAll(/\s+/g, ' ');

const labelsIn = (text: string) => new Set(text.match(/sdx1\/[a-z-]+/g));
const sources = () =>
  readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !name.startsWith('testing'))
    .map((name) => readFileSync(join(__dirname, name), 'utf8'))
    .join('\n');

const id = '0195a5c3-7a1e-7000-8000-000000000001';
const party = { userId: id, address: 'ann@example.org', keyId: counting(32) };
const parties = { requestId: id, requestHash: counting(32), sender: party, recipient: party };
const file = { fileId: id, version: 1 };

test('docs/protocol.md has every label of the code, and no other', () => {
  const described = labelsIn(protocol);
  const used = labelsIn(sources());
  expect([...described].toSorted()).toEqual([...used].toSorted());
});

test('docs/protocol.md has the sizes of the code', async () => {
  const binding = await setBinding(parties, 1);
  const old = oldGrantBinding(parties, { ...file, recipientKeyId: 'A'.repeat(43), expiryMs: 1 });
  const leaf = encodeEntry({ label: counting(32), userId: id, epoch: 1, keyId: counting(32), time: 1 });
  const wrapped = await wrapFileKey(await aesKey(counting(32), ['encrypt']), counting(32), file, id);
  const sizes = {
    party: [(await partyBytes(party)).length, 'keyId '],
    binding: [binding.length, 'expiry u64 '],
    grantAad: [binding.length + placeBytes(file).length, 'version u32 '],
    'earlier AAD': [old.length, 'expiry u64` ('],
    leaf: [leaf.length, 'time u64 '],
    wrappedKey: [wrapped.length, 'userId(owner))`, '],
  } as const;
  for (const [length, before] of Object.values(sizes)) expect(protocol).toContain(`${before}${length} bytes`);
  expect(protocol).toContain(`| 0 | ${headerSize} | header`);
  expect(protocol).toContain(`| ${prefixSize} | ${sealedChunkSize} each | chunks: ${chunkSize} bytes`);
  expect(protocol).toContain(
    `${sealedSize(0)} for none, ${sealedSize(50 * 1024 * 1024).toLocaleString('en')} for 50 MiB`,
  );
});

test('docs/protocol.md has the costs of passwords and labels', () => {
  const costs = (m: number, t: number, p: number) => `m = ${m}, t = ${t}, p = ${p}`;
  const { 'argon2id-custom': current } = passwordStretching;
  const { 'argon2id-custom': former } = formerStretching;
  expect(protocol).toContain(`inside OPAQUE has ${costs(current.memory, current.iterations, current.parallelism)}`);
  expect(protocol).toContain(`with Argon2id ${costs(former.memory, former.iterations, former.parallelism)}`);
  expect(protocol).toContain(`hashSalt, ${costs(formerHash.m, formerHash.t, formerHash.p)}`);
  expect(protocol).toContain(
    `"<host>/key-log"), ${costs(labelCost.memorySize, labelCost.iterations, labelCost.parallelism)}), ${labelCost.hashLength} bytes`,
  );
  expect(protocol).toContain('"c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM" | 0x00');
  expect(sources()).toContain(String.raw`c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM\0`);
});
