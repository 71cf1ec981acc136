import { randomUUID } from 'node:crypto';
import type { UserActor } from '@tradepost/contracts/actor';
import { storage, storageEvents } from '@tradepost/contracts/storage';
import { objectKeyOf } from '@tradepost/contracts/values/object-keys';
import { sql } from '@tradepost/service-kit/database/sql';
import { memberOf, publicActor } from '@tradepost/testing/service-harness';
import { StorageAccountRow } from '../src/account/account.entity';
import { FileVersionRow } from '../src/file/file.entity';
import { receiver, sender, sha256Of, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const added = (folderId: string, given: Record<string, unknown> = {}) => ({
  folderId,
  fileName: 'a.csv',
  ...fixture.received(randomUUID()),
  ...given,
});
const add = (owner: UserActor, folderId: string, given: Record<string, unknown> = {}) =>
  fixture.call(storage.addFile, added(folderId, given), owner);
const eventsOf = async (id: string) =>
  (await fixture.published(storageEvents.fileUploaded)).filter(({ fileId }) => fileId === id);
const listed = async (owner: UserActor, folderId: string) =>
  (await fixture.call(storage.files, { folderId }, owner)).items.map(({ name }) => name).sort();

describe('a file that is added', () => {
  it('is what an upload with a begin and a commit makes of the same bytes and terms', async () => {
    const ann = sender();
    const terms = [
      {},
      { price: '0.1', numberOfRecords: '3' },
      { price: '1.005', numberOfRecords: '1', currency: 'EUR' },
      { price: '2', numberOfRecords: '5', totalAmount: '0' },
      { name: 'Prices.csv', category: 'Trade', sample: 'true' },
      { preview: JSON.stringify({ columns: ['a'], rows: [['1']] }) },
      { directory: '2026/orders' },
      { fileName: '../../etc/a.csv', name: ' b.csv ' },
    ];
    for (const given of terms) {
      const [one, other] = [await fixture.folder(ann), await fixture.folder(ann)];
      const { uploadId } = await fixture.begin(ann, one.id, given);
      const expected = await fixture.commit(ann, uploadId);
      const answer = await add(ann, other.id, given);
      const same = {
        ...expected.file,
        id: expect.any(String),
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      };
      expect(answer).toEqual({ ...expected, file: same });
      const [begun, at] = [await eventsOf(uploadId), await eventsOf(answer.file.id)];
      expect(begun).toHaveLength(1);
      expect(at).toEqual([{ ...begun[0], fileId: answer.file.id, folderId: other.id, folderName: other.name }]);
      const [details, listOf] = [
        await fixture.call(storage.file, { folderId: other.id, fileId: answer.file.id }, ann),
        await fixture.call(storage.files, { folderId: other.id, directory: given.directory }, ann),
      ];
      expect(listOf.items).toEqual([answer.file]);
      const before = await fixture.call(storage.file, { folderId: one.id, fileId: uploadId }, ann);
      expect(details).toEqual({ ...before, ...answer.file, folderId: other.id });
      expect(await sql(fixture.db.read).findOneByOrFail(FileVersionRow, { fileId: answer.file.id })).toMatchObject({
        objectKey: objectKeyOf({ companyId: ann.companyId!, folderId: other.id, upload: answer.file.id }),
      });
    }
    expect(await fixture.used(ann)).toBe(2 * terms.length * 600);
    expect(await fixture.drift(ann)).toBe(0);
    expect(await fixture.call(storage.stats, {}, ann)).toMatchObject({ files: 2 * terms.length });
  });

  it('is the same file when the call is repeated, also with other bytes and at the same moment', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const input = added(folder.id);
    const answers = await Promise.all([1, 2, 3].map(() => fixture.call(storage.addFile, input, ann)));
    answers.push(await fixture.call(storage.addFile, { ...input, size: 1, sha256: sha256Of('others') }, ann));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await fixture.used(ann)).toBe(600);
    expect(await eventsOf(input.uploadId)).toHaveLength(1);
    expect(await listed(ann, folder.id)).toEqual(['a.csv']);
  });

  it('is found again by the key of its call, also by calls at the same moment', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const idempotencyKey = randomUUID();
    const again = (given = added(folder.id), to = ann) => fixture.call(storage.addFile, given, to, { idempotencyKey });
    const answers = await Promise.all([1, 2, 3].map(() => again()));
    answers.push(await again(), await again(added(folder.id, { size: 1, fileName: 'other.csv' })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await listed(ann, folder.id)).toEqual(['a.csv']);
    expect(await fixture.used(ann)).toBe(600);
    const { id } = answers[0]!.file;
    expect(await eventsOf(id)).toHaveLength(1);
    // another folder, another person of the company, and the other way to upload
    const other = await fixture.folder(ann);
    expect((await again(added(other.id))).file.id).not.toBe(id);
    expect((await again(added(folder.id), memberOf(ann, ['uploader']))).file.id).not.toBe(id);
    expect(await fixture.begin(ann, folder.id, {}, { idempotencyKey })).toMatchObject({ done: answers[0] });
    expect(await fixture.drift(ann)).toBe(0);
  });

  it('gets a name that is free in its folder, and is no directory of it', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    await Promise.all(Array.from({ length: 5 }, () => add(ann, folder.id)));
    await add(ann, folder.id, { fileName: 'A.CSV' });
    expect(await listed(ann, folder.id)).toEqual([
      'A (6).CSV',
      'a (2).csv',
      'a (3).csv',
      'a (4).csv',
      'a (5).csv',
      'a.csv',
    ]);
    await add(ann, folder.id, { fileName: 'b.csv', directory: 'c.csv' });
    expect((await add(ann, folder.id, { fileName: 'c.csv' })).file.name).toBe('c (2).csv');
    await expect(add(ann, folder.id, { fileName: 'd.csv', directory: 'a.csv' })).rejects.toMatchObject({
      code: 'INVALID',
    });
    expect(await fixture.used(ann)).toBe(8 * 600);
    expect(await fixture.drift(ann)).toBe(0);
  });

  it('takes no more than the quota, and changes nothing when it is refused', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    await fixture.room(ann, 1500);
    const inputs = Array.from({ length: 4 }, (_, n) => added(folder.id, { fileName: `${n}.csv` }));
    const outcomes = await Promise.allSettled(inputs.map((input) => fixture.call(storage.addFile, input, ann)));
    const refused = outcomes.flatMap((one, n) => (one.status === 'rejected' ? [[one.reason, inputs[n]] as const] : []));
    expect(refused).toHaveLength(2);
    for (const [reason, input] of refused) {
      expect(reason).toMatchObject({ code: 'QUOTA_EXCEEDED', status: 507 });
      expect(await eventsOf(input?.uploadId ?? '')).toEqual([]);
    }
    expect(await listed(ann, folder.id)).toHaveLength(2);
    expect(await fixture.used(ann)).toBe(1200);
    expect(await fixture.drift(ann)).toBe(0);
  });

  it('is refused by a company that takes end-to-end encrypted files only', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    await fixture.room(ann, 10_000);
    await sql(fixture.db.read).update(StorageAccountRow, { companyId: ann.companyId! }, { requireE2E: true });
    await expect(add(ann, folder.id)).rejects.toMatchObject({ code: 'E2E_REQUIRED' });
    expect(await fixture.used(ann)).toBe(0);
  });

  it('needs what an upload needs: the sender, its role, a registration and a live folder of its own', async () => {
    const [ann, bob] = [sender(), sender()];
    const folder = await fixture.folder(ann);
    const refusals: [UserActor | typeof publicActor, string, string][] = [
      [bob, folder.id, 'NOT_FOUND'],
      [ann, randomUUID(), 'NOT_FOUND'],
      [ann, 'no-uuid', 'NOT_FOUND'],
      [receiver(), folder.id, 'NOT_ALLOWED'],
      [memberOf(ann, ['auditor', 'approver', 'downloader']), folder.id, 'NOT_ALLOWED'],
      [sender({ ...ann, kycStatus: 'Pending' }), folder.id, 'KYC_PENDING'],
      [publicActor, folder.id, 'UNAUTHENTICATED'],
    ];
    for (const [actor, folderId, code] of refusals)
      await expect(fixture.call(storage.addFile, added(folderId), actor)).rejects.toMatchObject({ code });
    const { file } = await add(memberOf(ann, ['uploader']), folder.id);
    // an id that another company's file has
    const other = await fixture.folder(bob);
    await expect(add(bob, other.id, { uploadId: file.id })).rejects.toMatchObject({ code: 'FILE_ID_TAKEN' });
    await fixture.call(storage.deleteFolder, { name: folder.name }, ann);
    await expect(add(ann, folder.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await fixture.used(bob)).toBe(0);
  });
});
