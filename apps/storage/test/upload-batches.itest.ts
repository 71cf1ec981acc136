import { randomUUID } from 'node:crypto';
import { identityEvents } from '@tradepost/contracts/identity';
import { storage, storageEvents } from '@tradepost/contracts/storage';
import { sender, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

describe('uploads of many files', () => {
  type Given = Record<string, unknown>;
  const begin = async (
    owner: ReturnType<typeof sender>,
    folderId: string,
    given: [fileName: string, terms?: Given][],
    extra?: { idempotencyKey: string },
  ) => {
    const terms = given.map(([, one = {}]) => one);
    const files = given.map(([fileName], position) => ({ fileName, expectedBytes: 1000, position }));
    const { uploads } = await fixture.call(storage.beginUploads, { folderId, terms, files }, owner, extra);
    return uploads.map((upload) => ('error' in upload ? upload.error.code : upload));
  };
  const idOf = (upload: unknown) => (upload as { uploadId: string }).uploadId;
  const commit = async (owner: ReturnType<typeof sender>, ids: string[]) =>
    (await fixture.call(storage.commitUploads, { uploads: ids.map(fixture.received) }, owner)).results;
  const sealing = (fileId: string = randomUUID()) => ({
    enc: 'sdx1',
    fileId,
    fileVersion: 1,
    wrappedKey: 'A'.repeat(80),
    sealedMeta: 'A'.repeat(40),
    mimetype: 'text/csv',
  });

  it('have the same terms, names and events as single uploads', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann, 'Many');
    await fixture.upload(ann, folder.id, 'a.csv');
    const begun = await begin(ann, folder.id, [
      ['A.csv', { price: '0.1', numberOfRecords: 3 }],
      ['x.csv', { name: 'b.csv' }],
      ['b.csv', { preview: 'a,b' }],
      ['../c.csv', { sample: true }],
    ]);
    expect(await fixture.used(ann)).toBe(600 + 4 * 1000);
    const results = await commit(ann, begun.map(idOf));
    expect(
      results.map(({ name, status, file }) => [name, status, file?.name, file?.totalAmount, file?.sample]),
    ).toEqual([
      ['A.csv', 201, 'A (2).csv', '0.30', null],
      ['x.csv', 201, 'b.csv', '0.00', null],
      ['b.csv', 201, 'b (2).csv', '0.00', 'rows'],
      ['../c.csv', 201, '.c.csv', '0.00', 'file'],
    ]);
    expect((await commit(ann, begun.map(idOf))).map(({ file }) => file)).toEqual(results.map(({ file }) => file));
    const published = (await fixture.published(storageEvents.fileUploaded)).filter(
      ({ folderId }) => folderId === folder.id,
    );
    expect(published.map(({ name, fileId, folderName }) => [name, fileId, folderName])).toEqual(
      [{ name: 'a.csv', id: published[0]?.fileId }, ...results.map(({ file }) => file)].map((file) => [
        file?.name,
        file?.id,
        'Many',
      ]),
    );
    expect([await fixture.used(ann), await fixture.drift(ann)]).toEqual([5 * 600, 0]);
    expect((await fixture.call(storage.stats, {}, ann)).files).toBe(5);
  });

  it('are refused separately', async () => {
    const [ann, bob] = [sender(), sender()];
    const folder = await fixture.folder(ann);
    const taken = sealing();
    await fixture.begin(bob, (await fixture.folder(bob)).id, taken);
    const twice = sealing();
    expect(
      await begin(ann, folder.id, [
        ['a.csv', { price: '-1' }],
        ['b.csv', { inPlace: true, fileVersion: 2 }],
        ['c.csv', taken],
        ['d.csv', twice],
        ['e.csv', twice],
        ['f.csv', { fileId: randomUUID(), replace: true }],
        ['', {}],
      ]),
    ).toEqual([
      'INVALID',
      'INVALID',
      'FILE_ID_TAKEN',
      expect.objectContaining({ uploadId: expect.any(String) }),
      'FILE_ID_TAKEN',
      expect.objectContaining({ uploadId: expect.any(String) }),
      'INVALID',
    ]);
    expect(await fixture.drift(ann)).toBe(0);
    const [good] = await begin(ann, folder.id, [['g.csv']]);
    const [other] = await begin(bob, (await fixture.folder(bob)).id, [['h.csv']]);
    const results = await commit(ann, [idOf(other), idOf(good), randomUUID()]);
    expect(results.map(({ status, error, file }) => [status, error?.code ?? file?.name])).toEqual([
      [409, 'UPLOAD_GONE'],
      [201, 'g.csv'],
      [409, 'UPLOAD_GONE'],
    ]);
    await expect(begin(bob, folder.id, [['a.csv']])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await fixture.drift(ann)).toBe(0);
  });

  it('use the remaining quota in their order, and are refused if the company accepts only sealed files', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    await fixture.room(ann, 2_500);
    const three = (await begin(ann, folder.id, [['a.csv'], ['b.csv'], ['c.csv']])).map((one) =>
      typeof one === 'string' ? one : 'begun',
    );
    expect(three).toEqual(['begun', 'begun', 'QUOTA_EXCEEDED']);
    expect([await fixture.used(ann), await fixture.drift(ann)]).toEqual([2_000, 0]);
    await fixture.deliverEvent(identityEvents.sealingRequired, {
      companyId: ann.companyId as string,
      companyName: ann.companyName as string,
      userId: ann.userId,
      email: ann.email,
      required: true,
    });
    await fixture.room(ann, 3_500);
    expect(await begin(ann, folder.id, [['d.csv'], ['e.csv', sealing()], ['f.csv']])).toEqual([
      'E2E_REQUIRED',
      expect.objectContaining({ uploadId: expect.any(String) }),
      'E2E_REQUIRED',
    ]);
    expect(await fixture.drift(ann)).toBe(0);
  });

  it('are repeated separately: committed files are returned, and the others begin again', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const extra = { idempotencyKey: 'many' };
    const files: [string, Given?][] = [['a.csv'], ['b.csv'], ['c.csv', sealing()]];
    const first = await begin(ann, folder.id, files, extra);
    const [file] = await commit(ann, [idOf(first[0])]);
    const again = await begin(ann, folder.id, files, extra);
    expect(again[0]).toEqual(
      expect.objectContaining({ uploadId: idOf(first[0]), done: expect.objectContaining({ file: file?.file }) }),
    );
    expect((await commit(ann, [idOf(first[1])]))[0]?.error?.code).toBe('UPLOAD_GONE');
    await commit(ann, again.slice(1, 2).map(idOf));
    const { items } = await fixture.call(storage.files, { folderId: folder.id }, ann);
    expect(items.map(({ name }) => name).sort()).toEqual(['a.csv', 'b.csv']);
    const sealed: [string, Given?][] = [['c.csv', sealing()]];
    const [begun] = await begin(ann, folder.id, sealed);
    expect(idOf((await begin(ann, folder.id, sealed))[0])).not.toBe(idOf(begun));
    expect(await fixture.drift(ann)).toBe(0);
  });
});
