import { storage } from '@tradepost/contracts/storage';
import { sealedSize } from '@tradepost/sealing/file/format';
import { sql } from '@tradepost/service-kit/database/sql';
import { UploadRow } from '../src/upload/upload.entity';
import { receiver, sender, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
let limited: Awaited<ReturnType<Fixture['replica']>>;
beforeAll(async () => {
  fixture = await startFixture();
  limited = await fixture.replica({ MAX_FILE_BYTES: '1000', STORAGE_BYTES_PER_COMPANY: '2500' });
});
afterAll(async () => {
  await limited?.stop();
  await fixture.stop();
});

const tooLarge = { code: 'FILE_TOO_LARGE', status: 413, message: 'The file is larger than 1000 bytes' };
const seal = {
  enc: 'sdx1',
  fileVersion: 1,
  wrappedKey: 'A'.repeat(80),
  sealedMeta: 'A'.repeat(80),
  mimetype: 'text/csv',
};

it('a file may have as many bytes of content as the setting says, whatever the gateway let through', async () => {
  const ann = sender();
  const { id: folderId } = await fixture.folder(ann);
  const begin = (expectedBytes: number, given: object = {}) =>
    limited.call(storage.beginUpload, { folderId, fileName: 'a.csv', replace: false, expectedBytes, ...given }, ann);
  const { uploadId } = await begin(1000);
  await expect(begin(1001)).rejects.toMatchObject(tooLarge);
  const fileId = '0195a5c3-7a1e-7000-8000-0123456789ab';
  await begin(sealedSize(1000), { ...seal, fileId });
  await expect(begin(sealedSize(1001), { ...seal, fileId })).rejects.toMatchObject(tooLarge);
  const file = await fixture.commit(ann, uploadId);
  await expect(begin(1001, { replace: true, fileId: file.file.id })).rejects.toMatchObject(tooLarge);
});

it('a file of a batch that is too large does not stop the others', async () => {
  const ann = sender();
  const { id: folderId } = await fixture.folder(ann);
  const files = [1000, 1001].map((expectedBytes, position) => ({
    fileName: `${position}.csv`,
    expectedBytes,
    position,
  }));
  const { uploads } = await limited.call(storage.beginUploads, { folderId, terms: [{}, {}], files }, ann);
  expect(uploads).toMatchObject([
    { uploadId: expect.any(String) },
    { error: { code: 'FILE_TOO_LARGE', message: tooLarge.message } },
  ]);
});

it('a company has the quota of the setting until an admin sets another', async () => {
  const ann = sender();
  const { id: folderId } = await fixture.folder(ann);
  const begin = () =>
    limited.call(storage.beginUpload, { folderId, fileName: 'a.csv', replace: false, expectedBytes: 1000 }, ann);
  await begin();
  await begin();
  await expect(begin()).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
  expect((await limited.call(storage.stats, {}, receiver())).totalStorage).toBe(2500);
  await fixture.room(ann, 10_000);
  await begin();
});

it('an upload has a limited number of parts, and says so', async () => {
  const ann = sender();
  const { id: folderId } = await fixture.folder(ann);
  const { uploadId, objectKey } = await fixture.begin(ann, folderId, { expectedBytes: 2000, resumable: true });
  const part = (offset: number) =>
    fixture.call(storage.commitPart, { uploadId, objectKey: `${objectKey}.part-${offset}`, offset, size: 1 }, ann);
  await part(0);
  const parts = Array.from({ length: 1000 }, (_, at) => ({ objectKey: `${objectKey}.part-${at}`, size: 1 }));
  await sql(fixture.db.read).update(UploadRow, uploadId, { parts, receivedBytes: 1000 });
  await expect(part(1000)).rejects.toMatchObject({
    code: 'INVALID',
    message: 'An upload may have at most 1000 parts. Please send larger ones.',
  });
});
