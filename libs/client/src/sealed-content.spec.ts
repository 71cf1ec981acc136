import { randomBytes, randomUUID } from 'node:crypto';
import { sealFile } from '@tradepost/sealing/file';
import { newPrelogin, passwordKeys } from '@tradepost/sealing/password';
import { newRecoveryCode, recoveryKek } from '@tradepost/sealing/recovery';
import { createVault, type Vault } from '@tradepost/sealing/vault';
import { openingOf, ownFileKey, sealContent } from './sealed-content';

const userId = randomUUID();
let vault: Vault;

beforeAll(async () => {
  const { kek } = await passwordKeys('a password', newPrelogin());
  ({ vault } = await createVault(userId, 1, { password: kek, recovery: await recoveryKek(newRecoveryCode()) }));
});

const content = randomBytes(100_000);
const sealedOf = async () => {
  const { fields, content: sealed } = await sealContent(vault, new Blob([content]), {
    name: 'prices.csv',
    mime: 'text/csv',
  });
  const file = {
    fileId: fields.fileId,
    version: Number(fields.fileVersion),
    sealedSize: sealed.size,
    sealedMeta: fields.sealedMeta,
    wrappedKey: fields.wrappedKey,
    ownerId: userId,
  };
  return { file, sealed, said: { name: 'prices.csv', size: content.length, contentType: 'text/csv' } };
};
const read = async (stream: ReadableStream<Uint8Array>) => Buffer.from(await new Response(stream).arrayBuffer());

it('opens what it sealed, also under the number the catalogue gave its name', async () => {
  const { file, sealed, said } = await sealedOf();
  const fileKey = await ownFileKey(vault, file);
  for (const name of ['prices.csv', 'prices (2).csv']) {
    const { meta, open } = await openingOf(fileKey, file, { ...said, name });
    expect(meta.name).toBe('prices.csv');
    expect((await read(open(sealed.stream()))).equals(content)).toBe(true);
  }
});

it.each([
  ['name', { name: 'other.csv' }],
  ['name', { name: 'prices (2).exe' }],
  ['size', { size: 1 }],
  ['type', { contentType: 'application/pdf' }],
])('refuses a catalogue that says another %s', async (_, lie) => {
  const { file, said } = await sealedOf();
  await expect(openingOf(await ownFileKey(vault, file), file, { ...said, ...lie })).rejects.toMatchObject({
    problem: 'META_MISMATCH',
  });
});

it('refuses another content under the same key, though every chunk of it is authentic', async () => {
  const { file, said } = await sealedOf();
  const fileKey = await ownFileKey(vault, file);
  const other = new Blob([randomBytes(content.length)]).stream().pipeThrough(sealFile(fileKey, file));
  await expect(read((await openingOf(fileKey, file, said)).open(other))).rejects.toMatchObject({
    problem: 'META_MISMATCH',
  });
});
