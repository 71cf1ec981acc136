import { randomBytes, randomUUID } from 'node:crypto';
import { sealFile } from '@tradepost/sealing/file/file';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { opaqueKek } from '@tradepost/sealing/keys/password';
import { newRecoveryCode, recoveryKek } from '@tradepost/sealing/keys/recovery';
import { createVault, type Vault } from '@tradepost/sealing/keys/vault';
import { openerFor, ownFileKey, sealContent } from './sealed-content';

const userId = randomUUID();
let vault: Vault;

beforeAll(async () => {
  const kek = await opaqueKek(toBase64url(new Uint8Array(randomBytes(64))));
  ({ vault } = await createVault({ userId, address: 'ann@example.org' }, 1, {
    password: kek,
    recovery: await recoveryKek(newRecoveryCode()),
  }));
});

const content = randomBytes(100_000);
const sealedOf = async () => {
  const { fields, content: sealed } = await sealContent(vault, new Blob([content]), {
    name: 'prices.csv',
    mime: 'text/csv',
    folderId: '0195a5c3-7a1e-7000-8000-0123456789ab',
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

it('opens what it sealed, also when the catalogue has numbered its name', async () => {
  const { file, sealed, said } = await sealedOf();
  const fileKey = await ownFileKey(vault, file);
  for (const name of ['prices.csv', 'prices (2).csv']) {
    const { meta, open } = await openerFor(fileKey, file, { ...said, name });
    expect(meta.name).toBe('prices.csv');
    expect((await read(open(sealed.stream()))).equals(content)).toBe(true);
  }
});

it.each([
  ['name', { name: 'other.csv' }],
  ['name', { name: 'prices (2).exe' }],
  ['size', { size: 1 }],
  ['type', { contentType: 'application/pdf' }],
])('rejects a catalogue with another %s', async (_, lie) => {
  const { file, said } = await sealedOf();
  await expect(openerFor(await ownFileKey(vault, file), file, { ...said, ...lie })).rejects.toMatchObject({
    problem: 'META_MISMATCH',
  });
});

it('rejects other content under the same key, although each chunk is authentic', async () => {
  const { file, said } = await sealedOf();
  const fileKey = await ownFileKey(vault, file);
  const other = new Blob([randomBytes(content.length)]).stream().pipeThrough(sealFile(fileKey, file));
  await expect(read((await openerFor(fileKey, file, said)).open(other))).rejects.toMatchObject({
    problem: 'META_MISMATCH',
  });
});
