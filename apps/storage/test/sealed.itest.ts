import { randomUUID } from 'node:crypto';
import { identityEvents } from '@tradepost/contracts/identity';
import { storage, storageEvents } from '@tradepost/contracts/storage';
import { ObjectGarbageCollector } from '../src/bin/object-garbage-collector';
import { UploadRow } from '../src/upload/upload.entity';
import { receiver, sender, sha256Of, startFixture, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';
import { day, inFuture, content, sealedBytes, sealing, refusals, type SealedFields, sealedFilesOf } from './sealed-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const { commit, uploaded, details, versions, sweep } = sealedFilesOf(() => fixture);

describe('a sealed file', () => {
  it('has the id that its sender chose, counts its content, and gives its key to its owner only', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const fields = sealing();
    const { uploadId } = await fixture.begin(ann, folder.id, { ...fields, preview: 'a,b\n1,2' });
    expect(await fixture.used(ann)).toBe(content);
    const answer = await commit(ann, uploadId);
    expect(answer.file).toMatchObject({
      id: fields.fileId,
      name: 'a.csv',
      mimetype: 'text/csv',
      mode: 'e2e',
      size: content,
      sha256: sha256Of('sealed'),
      version: 1,
      scan: 'none',
      sample: 'rows',
    });
    expect(JSON.stringify(answer)).not.toContain(fields.wrappedKey);
    expect(await commit(ann, uploadId)).toEqual(answer);
    expect(await fixture.call(storage.abortUpload, { uploadId }, ann)).toEqual({ ok: true });
    const { wrappedKey, sealedMeta } = fields;
    const sealed = {
      fileId: fields.fileId,
      version: 1,
      sealedSize: sealedBytes,
      sealedMeta,
      wrappedKey,
      ownerId: ann.userId,
    };
    expect(await details(ann, folder.id, fields.fileId)).toMatchObject({ mode: 'e2e', sealed, preview: 'a,b\n1,2' });
    expect(await versions(ann, folder.id, fields.fileId)).toEqual([
      expect.objectContaining({ mode: 'e2e', sealed, size: content }),
    ]);
    expect(await fixture.call(storage.openFile, { folderId: folder.id, fileId: fields.fileId }, ann)).toMatchObject({
      size: content,
      sealed,
    });
    expect(
      (await fixture.published(storageEvents.fileUploaded)).filter(({ fileId }) => fileId === fields.fileId),
    ).toEqual([expect.objectContaining({ mode: 'e2e', size: content })]);
    expect([await fixture.used(ann), await fixture.drift(ann)]).toEqual([content, 0]);
  });

  it('is refused with missing fields, a wrong version, an impossible size, and as a sample', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const fields = sealing();
    const without = (field: keyof SealedFields) => ({ ...fields, [field]: undefined });
    for (const [given, code] of [
      ...(['enc', 'fileId', 'fileVersion', 'wrappedKey', 'sealedMeta', 'mimetype'] as const).map(
        (field) => [without(field), 'INVALID'] as const,
      ),
      [{ ...fields, enc: 'sdx2' }, 'INVALID'],
      [{ ...fields, fileId: fields.fileId.toUpperCase() }, 'INVALID'],
      [{ ...fields, fileId: 'mine' }, 'INVALID'],
      [{ ...fields, fileVersion: 2, replace: false }, 'INVALID'],
      [{ ...fields, wrappedKey: fields.wrappedKey.slice(1) }, 'INVALID'],
      [{ ...fields, sample: true }, 'INVALID'],
      [{ ...fields, inPlace: true }, 'INVALID'],
      [{ inPlace: true }, 'INVALID'],
      [{ ...fields, expectedBytes: 99 }, 'SEALED_INVALID'],
      [{ ...fields, expectedBytes: 84 + 16_400 }, 'SEALED_INVALID'],
    ] as const) {
      await expect(fixture.begin(ann, folder.id, given)).rejects.toMatchObject({ code });
    }
    expect(await fixture.used(ann)).toBe(0);
    const { uploadId } = await fixture.begin(ann, folder.id, fields);
    for (const given of [
      { sealedSize: undefined },
      { size: content + 1 },
      { sealedSize: sealedBytes + 1 },
      { mimetype: 'text/html' },
    ]) {
      await expect(commit(ann, uploadId, given)).rejects.toMatchObject({ code: 'SEALED_INVALID' });
    }
    const { file } = await commit(ann, uploadId);
    await expect(
      fixture.call(storage.editFile, { folderId: folder.id, fileId: file.id, sample: true }, ann),
    ).rejects.toMatchObject({ code: 'INVALID', message: expect.stringContaining('end-to-end encrypted') });
    expect(
      await fixture.call(storage.editFile, { folderId: folder.id, fileId: file.id, preview: 'a\n1' }, ann),
    ).toMatchObject({ sample: 'rows' });
    const plain = await fixture.begin(ann, folder.id);
    await expect(commit(ann, plain.uploadId)).rejects.toMatchObject({ code: 'SEALED_INVALID' });
  });

  it('is created once for repeated calls, and never over another file', async () => {
    const [ann, bob, eve] = [sender(), sender(), sender()];
    const [folder, other, evil] = [await fixture.folder(ann), await fixture.folder(bob), await fixture.folder(eve)];
    const fields = sealing();
    const broken = await fixture.begin(ann, folder.id, fields);
    const { uploadId } = await fixture.begin(ann, folder.id, fields);
    await expect(commit(ann, broken.uploadId)).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
    const taken = { code: 'FILE_ID_TAKEN', status: 409 };
    await expect(fixture.begin(eve, evil.id, sealing(fields.fileId))).rejects.toMatchObject(taken);
    const answer = await commit(ann, uploadId);
    expect((await fixture.begin(ann, folder.id, fields)).done).toEqual(answer);
    expect(await fixture.used(ann)).toBe(content);

    await expect(fixture.begin(ann, folder.id, sealing(fields.fileId))).rejects.toMatchObject(taken);
    await expect(fixture.begin(bob, other.id, fields)).rejects.toMatchObject(taken);
    expect(
      (await fixture
        .begin(ann, folder.id, { ...fields }, { idempotencyKey: 'k' })
        .catch((error: unknown) => error)) as object,
    ).toMatchObject(taken);
    expect(await details(ann, folder.id, fields.fileId)).toMatchObject({ sealed: { wrappedKey: fields.wrappedKey } });
    const race = sealing();
    const begun = [fixture.begin(bob, other.id, race), fixture.begin(eve, evil.id, { ...race })];
    expect(refusals(await Promise.allSettled(begun))).toEqual(['FILE_ID_TAKEN', 'done']);
    expect((await fixture.used(bob)) + (await fixture.used(eve))).toBe(content);
  });

  it('is moved, deleted, restored and purged like any file', async () => {
    const ann = sender();
    const [folder, target] = [await fixture.folder(ann), await fixture.folder(ann)];
    const { file, objectKey } = await uploaded(ann, folder.id);
    await fixture.call(storage.moveFiles, { fileIds: [file.id], folderId: target.id }, ann);
    await fixture.call(storage.deleteFile, { fileId: file.id }, ann);
    expect((await fixture.call(storage.bin, {}, ann)).items).toEqual([
      expect.objectContaining({ id: file.id, size: content }),
    ]);
    await fixture.call(storage.restore, { fileIds: [file.id] }, ann);
    expect(await details(ann, target.id, file.id)).toMatchObject({ mode: 'e2e', sealed: { fileId: file.id } });
    expect(await fixture.app.get(ObjectGarbageCollector).sweep(inFuture(2 * day))).toMatchObject({
      missing: expect.not.arrayContaining([objectKey]),
      garbage: expect.not.arrayContaining([objectKey]),
    });
    expect(await fixture.call(storage.stats, {}, ann)).toMatchObject({ files: 1, usedStorage: content });
    await fixture.call(storage.deleteFiles, { fileIds: [file.id] }, ann);
    await fixture.call(storage.emptyBin, {}, ann);
    await sweep(inFuture(1000));
    expect([await fixture.isThere(objectKey), await fixture.used(ann), await fixture.drift(ann)]).toEqual([
      false,
      0,
      0,
    ]);
  });
});

describe('a receiver of a sealed file', () => {
  it('sees that it is sealed, but not its key', async () => {
    const [ann, rita, mallory] = [sender(), receiver(), sender()];
    await fixture.partner(ann, rita);
    const folder = await fixture.folder(ann);
    await fixture.call(storage.deliver, { id: folder.id, email: rita.email }, ann);
    const fields = sealing();
    const { file } = await uploaded(ann, folder.id, { ...fields, preview: 'a,b\n1,2' });
    const asked = { folderId: folder.id, fileId: file.id };
    const seen = [
      await fixture.call(storage.received, {}, rita),
      await fixture.call(storage.receivedFiles, { folderId: folder.id }, rita),
      await fixture.call(storage.receivedFile, asked, rita),
      await fixture.call(storage.openSample, asked, rita),
    ];
    for (const answer of seen)
      for (const secret of [fields.wrappedKey, fields.sealedMeta, 'wrappedKey'])
        expect(JSON.stringify(answer)).not.toContain(secret);
    expect(seen[2]).toMatchObject({ mode: 'e2e', fileSize: content });
    expect(seen[3]).toEqual({ rows: 'a,b\n1,2', name: 'a.csv' });
    for (const call of [storage.file, storage.versions, storage.openFile] as const)
      await expect(fixture.call(call, asked, mallory)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { files } = await fixture.call(storage.visibleFiles, { fileIds: [file.id] }, rita);
    const held = await fixture.call(
      storage.holdFiles,
      { transferId: randomUUID(), fileIds: [file.id], until: inFuture(day).toISOString() },
      ann,
    );
    for (const [one] of [files, held.files])
      expect(one).toMatchObject({
        size: content,
        sealed: {
          fileId: file.id,
          version: 1,
          wrappedKey: fields.wrappedKey,
          sealedSize: sealedBytes,
          ownerId: ann.userId,
        },
      });
  });
});

describe('a sealed upload in parts', () => {
  it('counts sealed bytes in its offset, and content in the quota', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const fields = sealing();
    const { uploadId, objectKey } = await fixture.begin(ann, folder.id, { ...fields, resumable: true });
    const part = (offset: number, size: number) =>
      fixture.call(storage.commitPart, { uploadId, objectKey: `${objectKey}.part-${offset}`, offset, size }, ann);
    expect(await fixture.call(storage.uploadState, { uploadId }, ann)).toMatchObject({
      offset: 0,
      length: sealedBytes,
      sealed: { fileId: fields.fileId, version: 1, mimetype: 'text/csv' },
    });
    await part(0, 30_000);
    await expect(part(30_000, sealedBytes - 30_000 + 1)).rejects.toMatchObject({ code: 'INVALID' });
    expect(await part(30_000, sealedBytes - 30_000)).toEqual({ offset: sealedBytes });
    expect(await fixture.used(ann)).toBe(content);
    const { file } = await commit(ann, uploadId);
    expect(file.id).toBe(fields.fileId);
    expect(await fixture.call(storage.uploadState, { uploadId }, ann)).toMatchObject({
      offset: sealedBytes,
      length: sealedBytes,
      done: { file },
    });
    await expect(fixture.call(storage.uploadState, { uploadId }, sender())).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const [row] = await sql(fixture.db.read).findBy(UploadRow, { companyId: ann.companyId! });
    expect(row).toMatchObject({ id: uploadId, fileId: fields.fileId, parts: [], leaseUntil: null });
  });
});

describe('a company that accepts sealed files only', () => {
  it('refuses managed uploads of every kind until it changes the setting', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const plain = await fixture.upload(ann, folder.id, 'a.csv');
    const say = (required: boolean, at: string) =>
      fixture.deliverEvent(
        identityEvents.sealingRequired,
        { userId: ann.userId, email: ann.email, companyId: ann.companyId!, companyName: ann.companyName!, required },
        { at },
      );
    await say(true, '2026-03-02T00:00:00.000Z');
    await say(false, '2026-03-01T00:00:00.000Z');
    for (const given of [{}, { resumable: true }, { fileId: plain.id }])
      await expect(fixture.begin(ann, folder.id, given)).rejects.toMatchObject({ code: 'E2E_REQUIRED', status: 422 });
    expect((await uploaded(ann, folder.id)).file.mode).toBe('e2e');
    expect((await uploaded(ann, folder.id, sealing(plain.id, 2))).file).toMatchObject({ id: plain.id, mode: 'e2e' });
    const bob = sender();
    await fixture.upload(bob, (await fixture.folder(bob)).id, 'a.csv');
    await say(false, '2026-03-03T00:00:00.000Z');
    expect((await fixture.upload(ann, folder.id, 'b.csv')).mode).toBe('managed');
    expect(await fixture.drift(ann)).toBe(0);
  });
});
