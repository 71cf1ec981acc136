import { storage, storageEvents } from '@tradepost/contracts/storage';
import { sql } from '@tradepost/service-kit/database/sql';
import { OutboxRow } from '@tradepost/service-kit/database/kit.entities';
import { memberOf } from '@tradepost/testing/service-harness';
import { identityEvents } from '@tradepost/contracts/identity';
import { StorageAccountRow } from '../src/account/account.entity';
import { receiver, sender, startFixture, type Fixture } from './fixture';
import { sealedFilesOf, sealing } from './sealed-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const { uploaded } = sealedFilesOf(() => fixture);
const keysMissing = { code: 'OWNER_KEYS_REQUIRED', status: 403 };

describe('an uploader', () => {
  it('stores files for the company, in the own name', async () => {
    const ann = sender();
    const uma = memberOf(ann, ['uploader']);
    const folder = await fixture.folder(uma);
    const file = await fixture.upload(uma, folder.id, 'a.csv');
    expect(await fixture.call(storage.folders, {}, ann)).toMatchObject([{ id: folder.id, files: [{ id: file.id }] }]);
    expect([await fixture.used(ann), await fixture.drift(ann)]).toEqual([600, 0]);
    const account = await sql(fixture.db.read).findOneByOrFail(StorageAccountRow, { companyId: ann.companyId! });
    expect(account.ownerId).toBe(ann.userId);
    const rows = await sql(fixture.db.read).findBy(OutboxRow, { subject: storageEvents.fileUploaded.subject });
    expect(rows.map(({ meta }) => meta.actor)).toEqual([expect.objectContaining({ userId: uma.userId })]);
    await fixture.room(ann, 700);
    await expect(fixture.begin(uma, folder.id, { fileName: 'b.csv' })).rejects.toMatchObject({
      code: 'QUOTA_EXCEEDED',
    });
    await fixture.call(storage.deleteFiles, { fileIds: [file.id] }, uma);
    await fixture.call(storage.restore, { fileIds: [file.id] }, uma);
  });

  it('delivers nothing', async () => {
    const ann = sender();
    const uma = memberOf(ann, ['uploader']);
    const { id } = await fixture.folder(uma);
    const refused = { code: 'NOT_ALLOWED' };
    await expect(fixture.call(storage.deliver, { id, email: ['rita@r.example'] }, uma)).rejects.toMatchObject(refused);
    const given = { id, email: 'rita@r.example' };
    await expect(fixture.call(storage.removeAccess, given, uma)).rejects.toMatchObject(refused);
    await expect(fixture.call(storage.changeAccess, { ...given, until: null }, uma)).rejects.toMatchObject(refused);
  });

  it('learns that end-to-end encrypted files need the keys of the company', async () => {
    const ann = sender();
    const uma = memberOf(ann, ['uploader']);
    const folder = await fixture.folder(ann);
    const other = await fixture.folder(ann);
    const { file } = await uploaded(ann, folder.id);
    const managed = await fixture.upload(uma, folder.id, 'a.csv');
    const at = { folderId: folder.id, fileId: file.id };
    const calls = [
      () => fixture.begin(uma, folder.id, sealing()),
      () => fixture.begin(uma, folder.id, sealing(managed.id, 2)),
      () => fixture.begin(uma, folder.id, { fileId: file.id }),
      () => fixture.call(storage.openFile, at, uma),
      () => fixture.call(storage.openVersion, { ...at, version: 1 }, uma),
      () => fixture.call(storage.directRanges, { ...at, version: 1, ranges: [{ start: 0, end: 1 }] }, uma),
      () => fixture.call(storage.moveFiles, { fileIds: [managed.id, file.id], folderId: other.id }, uma),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject(keysMissing);
    const { uploads } = await fixture.call(
      storage.beginUploads,
      {
        folderId: folder.id,
        terms: [sealing(), {}],
        files: [1, 2].map((n) => ({ fileName: `${n}.csv`, expectedBytes: 9_000, position: n })),
      },
      uma,
    );
    expect(uploads).toMatchObject([{ error: { code: 'OWNER_KEYS_REQUIRED' } }, { uploadId: expect.any(String) }]);
    expect((await fixture.call(storage.files, { folderId: other.id }, ann)).total).toBe(0);
  });

  it('with the keys of the company works with its end-to-end encrypted files, which stay the company’s', async () => {
    const ann = sender();
    const uma = memberOf(ann, ['uploader'], { hasKeys: true });
    const [folder, other] = [await fixture.folder(ann), await fixture.folder(ann)];
    const [mine, hers] = [(await uploaded(uma, folder.id)).file, (await uploaded(ann, folder.id)).file];
    const at = (fileId: string) => ({ folderId: folder.id, fileId });
    for (const who of [uma, ann])
      for (const { id } of [mine, hers])
        expect(await fixture.call(storage.openFile, at(id), who)).toMatchObject({ sealed: { ownerId: ann.userId } });
    await uploaded(uma, folder.id, sealing(hers.id, 2));
    await fixture.call(storage.moveFiles, { fileIds: [mine.id, hers.id], folderId: other.id }, uma);
    expect((await fixture.call(storage.files, { folderId: other.id }, ann)).total).toBe(2);
  });

  it('replaces no file that its owner has encrypted while the upload ran', async () => {
    const ann = sender();
    const uma = memberOf(ann, ['uploader']);
    const folder = await fixture.folder(ann);
    const managed = await fixture.upload(uma, folder.id, 'a.csv');
    const { uploadId } = await fixture.begin(uma, folder.id, { fileId: managed.id });
    await uploaded(ann, folder.id, sealing(managed.id, 2));
    await expect(fixture.commit(uma, uploadId)).rejects.toMatchObject(keysMissing);
    expect(await fixture.call(storage.file, { folderId: folder.id, fileId: managed.id }, ann)).toMatchObject({
      mode: 'e2e',
      version: 2,
    });
  });

  it('learns why the company takes none of their files', async () => {
    const ann = sender();
    const uma = memberOf(ann, ['uploader']);
    const folder = await fixture.folder(ann);
    const file = await fixture.upload(ann, folder.id, 'a.csv');
    const { companyId, companyName, userId } = ann;
    await fixture.deliverEvent(identityEvents.sealingRequired, {
      ...{ companyId: companyId!, companyName: companyName!, userId, email: ann.email, required: true },
    });
    for (const given of [{ fileName: 'b.csv' }, { fileId: file.id }])
      await expect(fixture.begin(uma, folder.id, given)).rejects.toMatchObject({
        code: 'E2E_REQUIRED',
        message: 'Your company accepts end-to-end encrypted files only. Ask its owner to give you encryption keys',
      });
  });
});

describe('a manager', () => {
  it('delivers for the company', async () => {
    const ann = sender();
    const rita = receiver();
    const max = memberOf(ann, ['manager']);
    await fixture.partner(ann, rita);
    const { id } = await fixture.folder(max);
    await fixture.call(storage.deliver, { id, email: [rita.email] }, max);
    const [received] = await fixture.call(storage.received, {}, rita);
    expect(received).toMatchObject({ folderId: id, companyId: ann.companyId, inviterId: ann.userId });
  });
});

describe('a downloader', () => {
  it('sees what was delivered to the owner, and not what was delivered to themselves', async () => {
    const [ann, rita] = [sender(), receiver({ companyId: sender().companyId, companyName: 'Rita Buying' })];
    const dan = memberOf(rita, ['downloader']);
    await fixture.partner(ann, rita);
    await fixture.partner(ann, dan);
    const [forRita, forDan] = [await fixture.folder(ann), await fixture.folder(ann)];
    const file = await fixture.upload(ann, forRita.id, 'a.csv', { sample: true });
    await fixture.call(storage.deliver, { id: forRita.id, email: [rita.email] }, ann);
    await fixture.call(storage.deliver, { id: forDan.id, email: [dan.email] }, ann);
    expect(await fixture.call(storage.received, {}, dan)).toMatchObject([{ folderId: forRita.id }]);
    const at = { folderId: forRita.id, fileId: file.id };
    expect(await fixture.call(storage.receivedFile, at, dan)).toMatchObject({ folderName: forRita.name });
    expect(await fixture.call(storage.openSample, at, dan)).toMatchObject({ file: { fileId: file.id } });
    await expect(fixture.call(storage.receivedFile, { ...at, folderId: forDan.id }, dan)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(fixture.call(storage.received, {}, memberOf(rita, ['manager']))).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    });
  });
});
