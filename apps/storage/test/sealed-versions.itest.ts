import { storage, storageEvents } from '@tradepost/contracts/storage';
import { receiver, sender, startFixture, type Fixture } from './fixture';
import { day, inFuture, content, sealedBytes, sealing, refusals, sealedFilesOf } from './sealed-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const { commit, uploaded, versions, sweep } = sealedFilesOf(() => fixture);

describe('a sealed next version', () => {
  it('is the next one after the current version, and only the first of several is accepted', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const { file } = await uploaded(ann, folder.id);
    for (const fileVersion of [1, 3])
      await expect(
        fixture.begin(ann, folder.id, { ...sealing(file.id, fileVersion), replace: true }),
      ).rejects.toMatchObject({ code: 'VERSION_CONFLICT', status: 409 });
    const fields = [sealing(file.id, 2), sealing(file.id, 2)];
    const begun = await Promise.all(fields.map((one) => fixture.begin(ann, folder.id, one)));
    const results = await Promise.allSettled(begun.map(({ uploadId }) => commit(ann, uploadId)));
    expect(refusals(results)).toEqual(['VERSION_CONFLICT', 'done']);
    const winner = results.findIndex(({ status }) => status === 'fulfilled');
    await fixture.call(storage.abortUpload, { uploadId: begun[1 - winner]!.uploadId }, ann);
    expect((await fixture.begin(ann, folder.id, fields[winner])).done?.file).toMatchObject({ id: file.id, version: 2 });
    const found = await versions(ann, folder.id, file.id);
    expect(found.map(({ version, sealed }) => [version, sealed?.version, sealed?.fileId])).toEqual([
      [2, 2, file.id],
      [1, 1, file.id],
    ]);
    expect(found[0]?.sealed?.wrappedKey).toBe(fields[winner]?.wrappedKey);
    const open = (version: number) =>
      fixture.call(storage.openVersion, { folderId: folder.id, fileId: file.id, version }, ann);
    expect([await open(1), await open(2)]).toMatchObject([
      { sealed: { version: 1 } },
      { sealed: { version: 2, wrappedKey: fields[winner]?.wrappedKey } },
    ]);
    expect([await fixture.used(ann), await fixture.drift(ann)]).toEqual([2 * content, 0]);
  });

  it('of a managed file ends its whole-file sample, and leaves earlier versions unchanged', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const plain = await fixture.upload(ann, folder.id, 'a.csv', { sample: true });
    expect(plain).toMatchObject({ mode: 'managed', sample: 'file' });
    const { file } = await uploaded(ann, folder.id, sealing(plain.id, 2));
    expect(file).toMatchObject({ id: plain.id, mode: 'e2e', sample: null, version: 2 });
    expect(await fixture.upload(ann, folder.id, 'a.csv', { fileId: plain.id })).toMatchObject({
      mode: 'managed',
      version: 3,
    });
    expect(
      (await versions(ann, folder.id, plain.id)).map(({ mode, sealed, current }) => [mode, sealed?.version, current]),
    ).toEqual([
      ['managed', undefined, true],
      ['e2e', 2, false],
      ['managed', undefined, false],
    ]);
    expect(await fixture.drift(ann)).toBe(0);
  });

  it('in place deletes managed versions unless a transfer holds them, and sends no mail', async () => {
    const [ann, rita] = [sender(), receiver()];
    await fixture.partner(ann, rita);
    const folder = await fixture.folder(ann, 'Prices');
    await fixture.call(storage.deliver, { id: folder.id, email: rita.email }, ann);
    const plain = await fixture.begin(ann, folder.id);
    await fixture.put(plain.objectKey);
    const { file } = await fixture.commit(ann, plain.uploadId);
    await fixture.call(
      storage.holdFiles,
      { transferId: 'held', fileIds: [file.id], until: inFuture(day).toISOString() },
      ann,
    );
    const second = await fixture.begin(ann, folder.id, { fileId: file.id, preview: 'a\n1' });
    await fixture.put(second.objectKey);
    await fixture.commit(ann, second.uploadId);
    const before = (await fixture.published(storageEvents.fileReplaced)).length;

    const fields = { ...sealing(file.id, 3), inPlace: true };
    const done = await uploaded(ann, folder.id, fields);
    expect(done.file).toMatchObject({ id: file.id, mode: 'e2e', version: 3, sample: null });
    await sweep(inFuture(1000));
    expect([
      await fixture.isThere(plain.objectKey),
      await fixture.isThere(second.objectKey),
      await fixture.isThere(done.objectKey),
    ]).toEqual([true, false, true]);
    expect((await fixture.published(storageEvents.fileSealed)).filter(({ fileId }) => fileId === file.id)).toEqual([
      expect.objectContaining({ name: 'a.csv', folderName: 'Prices', version: 3 }),
    ]);
    expect(await fixture.published(storageEvents.fileReplaced)).toHaveLength(before);

    const answer = { file: done.file, totalvalue: done.totalvalue };
    expect(await commit(ann, done.uploadId)).toEqual(answer);
    expect((await fixture.begin(ann, folder.id, fields)).done).toEqual(answer);
    expect(await fixture.call(storage.uploadState, { uploadId: done.uploadId }, ann)).toMatchObject({
      offset: sealedBytes,
      length: sealedBytes,
      done: answer,
    });
    await sweep(inFuture(2 * day));
    expect([await fixture.isThere(plain.objectKey), await fixture.used(ann), await fixture.drift(ann)]).toEqual([
      false,
      content,
      0,
    ]);
    expect((await versions(ann, folder.id, file.id)).map(({ mode }) => mode)).toEqual(['e2e']);
  });
});
