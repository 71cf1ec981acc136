import { randomBytes, randomUUID } from 'node:crypto';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { opaqueKek } from '@tradepost/sealing/keys/password';
import { newRecoveryCode, recoveryKek } from '@tradepost/sealing/keys/recovery';
import { createVault, type Vault } from '@tradepost/sealing/keys/vault';
import { contents } from '../crypto/contents';
import { openedContent } from './opened-content';
import { openOwnFile } from './own-files';
import { ownFileKey, sealContent, verifiedMeta } from './sealed-content';

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
  const { fileId, version } = file;
  return { file, sealed, said: { fileId, version, name: 'prices.csv', size: content.length, contentType: 'text/csv' } };
};

const streamOf = (stored: Blob) => async () => stored.stream();

it('opens its sealed file, also if the catalogue has added a number to its name', async () => {
  const { file, sealed, said } = await sealedOf();
  for (const name of ['prices.csv', 'prices (2).csv']) {
    const opened = await openOwnFile(contents, vault, streamOf(sealed), file, { ...said, name });
    expect(opened.type).toBe('text/csv');
    expect(Buffer.from(await opened.arrayBuffer()).equals(content)).toBe(true);
  }
});

it.each([
  ['name', { name: 'other.csv' }],
  ['name', { name: 'prices (2).exe' }],
  ['size', { size: 1 }],
  ['type', { contentType: 'application/pdf' }],
])('rejects a catalogue with another %s', async (_, lie) => {
  const { file, sealed, said } = await sealedOf();
  await expect(openOwnFile(contents, vault, streamOf(sealed), file, { ...said, ...lie })).rejects.toMatchObject({
    problem: 'META_MISMATCH',
    step: 'own-file-content',
  });
});

it('rejects other content under the same key, although each chunk is authentic', async () => {
  const { file, said } = await sealedOf();
  const fileKey = await ownFileKey(vault, file);
  const { sealed: other } = await contents.seal(new Blob([randomBytes(content.length)]), fileKey, file);
  const refused = { problem: 'META_MISMATCH' };
  await expect(openOwnFile(contents, vault, streamOf(other), file, said)).rejects.toMatchObject(refused);
  const meta = await verifiedMeta(fileKey, file, said);
  const opened = await openedContent({ ...meta, sealed: { fileKey, file } }, other.stream());
  await expect(new Response(opened).arrayBuffer()).rejects.toMatchObject(refused);
});

it('opens only the chosen file and version, although its owner has sealed others', async () => {
  const { file, sealed, said } = await sealedOf();
  const fetched = jest.fn(streamOf(sealed));
  for (const chosen of [{ fileId: randomUUID() }, { version: 2 }])
    await expect(openOwnFile(contents, vault, fetched, file, { ...said, ...chosen })).rejects.toMatchObject({
      problem: 'WRONG_FILE',
      step: 'own-file-content',
    });
  expect(fetched).not.toHaveBeenCalled();
});

it('does not open files of another person, or files under replaced keys', async () => {
  const { file, sealed, said } = await sealedOf();
  const fetched = jest.fn(streamOf(sealed));
  const theirs = openOwnFile(contents, vault, fetched, { ...file, ownerId: randomUUID() }, said);
  await expect(theirs).rejects.toMatchObject({ step: 'own-file-owner', about: 'prices.csv' });
  const { wrappedKey } = (await sealedOf()).file;
  const replaced = openOwnFile(contents, vault, fetched, { ...file, wrappedKey }, said);
  await expect(replaced).rejects.toMatchObject({ step: 'own-file-key', about: 'prices.csv' });
  expect(fetched).not.toHaveBeenCalled();
});
