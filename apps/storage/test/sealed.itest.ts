import { randomBytes, randomUUID } from 'node:crypto';
import type { UserActor } from '@tradepost/contracts/actor';
import { identityEvents } from '@tradepost/contracts/identity';
import { storage, storageEvents } from '@tradepost/contracts/storage';
import { sealedSize } from '@tradepost/sealing/format';
import { Collector } from '../src/collector';
import { Sweeper } from '../src/sweeper';
import { FileRow } from '../src/workspace.entity';
import { receiver, sender, sha256Of, startStage, type Stage } from './stage';

const day = 24 * 3_600_000;
const inFuture = (ms: number) => new Date(Date.now() + ms);

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
}, 60_000);
afterAll(() => stage.stop(), 60_000);

const content = 40_000;
const sealedBytes = sealedSize(content);
/** What a browser says of a sealed file: another key and another word for each time it seals. */
const sealing = (fileId: string = randomUUID(), fileVersion = 1) => ({
  enc: 'sdx1',
  fileId,
  fileVersion,
  wrappedKey: randomBytes(60).toString('base64url'),
  sealedMeta: randomBytes(180).toString('base64url'),
  mimetype: 'text/csv',
  expectedBytes: sealedBytes,
});
type Said = ReturnType<typeof sealing>;

const commit = (by: UserActor, uploadId: string, given: Record<string, unknown> = {}) =>
  stage.commit(by, uploadId, { size: content, sealedSize: sealedBytes, sha256: sha256Of('sealed'), ...given });
async function uploaded(by: UserActor, folderId: string, said: Said & Record<string, unknown> = sealing()) {
  const { uploadId, objectKey } = await stage.begin(by, folderId, said);
  await stage.put(objectKey);
  return { ...(await commit(by, uploadId)), objectKey, uploadId };
}
const details = (by: UserActor, folderId: string, fileId: string) => stage.call(storage.file, { folderId, fileId }, by);
const versions = (by: UserActor, folderId: string, fileId: string) =>
  stage.call(storage.versions, { folderId, fileId }, by);
const sweep = (at = new Date()) => stage.app.get(Sweeper).sweep(at);
const refusals = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'rejected' ? (result.reason as { code: string }).code : 'done')).sort();

describe('a sealed file', () => {
  it('has the id its sender chose, counts its content, and keeps what opens it for its owner', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    const said = sealing();
    const { uploadId } = await stage.begin(ann, folder.id, { ...said, preview: 'a,b\n1,2' });
    expect(await stage.used(ann)).toBe(content);
    const answer = await commit(ann, uploadId);
    expect(answer.file).toMatchObject({
      id: said.fileId,
      name: 'a.csv',
      mimetype: 'text/csv',
      mode: 'e2e',
      size: content,
      sha256: sha256Of('sealed'),
      version: 1,
      scan: 'none',
      sample: 'rows',
    });
    expect(JSON.stringify(answer)).not.toContain(said.wrappedKey);
    expect(await commit(ann, uploadId)).toEqual(answer);
    expect(await stage.call(storage.abortUpload, { uploadId }, ann)).toEqual({ ok: true });
    const { wrappedKey, sealedMeta } = said;
    const sealed = {
      fileId: said.fileId,
      version: 1,
      sealedSize: sealedBytes,
      sealedMeta,
      wrappedKey,
      ownerId: ann.userId,
    };
    expect(await details(ann, folder.id, said.fileId)).toMatchObject({ mode: 'e2e', sealed, preview: 'a,b\n1,2' });
    expect(await versions(ann, folder.id, said.fileId)).toEqual([
      expect.objectContaining({ mode: 'e2e', sealed, size: content }),
    ]);
    expect(await stage.call(storage.openFile, { folderId: folder.id, fileId: said.fileId }, ann)).toMatchObject({
      size: content,
      sealed,
    });
    expect((await stage.published(storageEvents.fileUploaded)).filter(({ fileId }) => fileId === said.fileId)).toEqual([
      expect.objectContaining({ mode: 'e2e', size: content }),
    ]);
    expect([await stage.used(ann), await stage.drift(ann)]).toEqual([content, 0]);
  });

  it('is refused half said, wrongly numbered, of no whole size, and as a sample', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    const said = sealing();
    const without = (field: keyof Said) => ({ ...said, [field]: undefined });
    for (const [given, code] of [
      ...(['enc', 'fileId', 'fileVersion', 'wrappedKey', 'sealedMeta', 'mimetype'] as const).map(
        (field) => [without(field), 'INVALID'] as const,
      ),
      [{ ...said, enc: 'sdx2' }, 'INVALID'],
      [{ ...said, fileId: said.fileId.toUpperCase() }, 'INVALID'],
      [{ ...said, fileId: 'mine' }, 'INVALID'],
      [{ ...said, fileVersion: 2, replace: false }, 'INVALID'],
      [{ ...said, wrappedKey: said.wrappedKey.slice(1) }, 'INVALID'],
      [{ ...said, sample: true }, 'INVALID'],
      [{ ...said, inPlace: true }, 'INVALID'],
      [{ inPlace: true }, 'INVALID'],
      [{ ...said, expectedBytes: 99 }, 'SEALED_INVALID'],
      [{ ...said, expectedBytes: 84 + 16_400 }, 'SEALED_INVALID'],
    ] as const) {
      await expect(stage.begin(ann, folder.id, given)).rejects.toMatchObject({ code });
    }
    expect(await stage.used(ann)).toBe(0);
    const { uploadId } = await stage.begin(ann, folder.id, said);
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
      stage.call(storage.editFile, { folderId: folder.id, fileId: file.id, sample: true }, ann),
    ).rejects.toMatchObject({ code: 'INVALID', message: expect.stringContaining('end-to-end encrypted') });
    expect(
      await stage.call(storage.editFile, { folderId: folder.id, fileId: file.id, preview: 'a\n1' }, ann),
    ).toMatchObject({ sample: 'rows' });
    const plain = await stage.begin(ann, folder.id);
    await expect(commit(ann, plain.uploadId)).rejects.toMatchObject({ code: 'SEALED_INVALID' });
  });

  it('is made once however often it is sent, and never over another', async () => {
    const [ann, bob, eve] = [sender(), sender(), sender()];
    const [folder, other, evil] = [await stage.folder(ann), await stage.folder(bob), await stage.folder(eve)];
    const said = sealing();
    const broken = await stage.begin(ann, folder.id, said);
    const { uploadId } = await stage.begin(ann, folder.id, said);
    await expect(commit(ann, broken.uploadId)).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
    const held = await stage.begin(eve, evil.id, sealing(said.fileId));
    const answer = await commit(ann, uploadId);
    expect((await stage.begin(ann, folder.id, said)).done).toEqual(answer);
    expect(await stage.used(ann)).toBe(content);

    const taken = { code: 'FILE_ID_TAKEN', status: 409 };
    await expect(stage.begin(ann, folder.id, sealing(said.fileId))).rejects.toMatchObject(taken);
    await expect(stage.begin(bob, other.id, said)).rejects.toMatchObject(taken);
    await expect(commit(eve, held.uploadId)).rejects.toMatchObject(taken);
    expect(
      (await stage
        .begin(ann, folder.id, { ...said }, { idempotencyKey: 'k' })
        .catch((error: unknown) => error)) as object,
    ).toMatchObject(taken);
    expect(await details(ann, folder.id, said.fileId)).toMatchObject({ sealed: { wrappedKey: said.wrappedKey } });
    const race = sealing();
    const begun = await Promise.all([stage.begin(bob, other.id, race), stage.begin(eve, evil.id, { ...race })]);
    expect(
      refusals(await Promise.allSettled([commit(bob, begun[0].uploadId), commit(eve, begun[1].uploadId)])),
    ).toEqual(['FILE_ID_TAKEN', 'done']);
  });

  it('goes through the bin, a move, an emptied bin and both sweeps as any file does', async () => {
    const ann = sender();
    const [folder, target] = [await stage.folder(ann), await stage.folder(ann)];
    const { file, objectKey } = await uploaded(ann, folder.id);
    await stage.call(storage.moveFiles, { fileIds: [file.id], folderId: target.id }, ann);
    await stage.call(storage.deleteFile, { fileId: file.id }, ann);
    expect((await stage.call(storage.bin, {}, ann)).items).toEqual([
      expect.objectContaining({ id: file.id, size: content }),
    ]);
    await stage.call(storage.restore, { fileIds: [file.id] }, ann);
    expect(await details(ann, target.id, file.id)).toMatchObject({ mode: 'e2e', sealed: { fileId: file.id } });
    expect(await stage.app.get(Collector).sweep(inFuture(2 * day))).toMatchObject({
      missing: expect.not.arrayContaining([objectKey]),
      garbage: expect.not.arrayContaining([objectKey]),
    });
    expect(await stage.call(storage.stats, {}, ann)).toMatchObject({ files: 1, usedStorage: content });
    await stage.call(storage.deleteFiles, { fileIds: [file.id] }, ann);
    await stage.call(storage.emptyBin, {}, ann);
    await sweep(inFuture(1000));
    expect([await stage.isThere(objectKey), await stage.used(ann), await stage.drift(ann)]).toEqual([false, 0, 0]);
  });
});

describe('whoever it is delivered to', () => {
  it('sees that it is sealed, and never its key', async () => {
    const [ann, rita, mallory] = [sender(), receiver(), sender()];
    await stage.partner(ann, rita);
    const folder = await stage.folder(ann);
    await stage.call(storage.deliver, { id: folder.id, email: rita.email }, ann);
    const said = sealing();
    const { file } = await uploaded(ann, folder.id, { ...said, preview: 'a,b\n1,2' });
    const asked = { folderId: folder.id, fileId: file.id };
    const seen = [
      await stage.call(storage.received, {}, rita),
      await stage.call(storage.receivedFiles, { folderId: folder.id }, rita),
      await stage.call(storage.receivedFile, asked, rita),
      await stage.call(storage.openSample, asked, rita),
    ];
    for (const answer of seen)
      for (const secret of [said.wrappedKey, said.sealedMeta, 'wrappedKey'])
        expect(JSON.stringify(answer)).not.toContain(secret);
    expect(seen[2]).toMatchObject({ mode: 'e2e', fileSize: content });
    expect(seen[3]).toEqual({ rows: 'a,b\n1,2', name: 'a.csv' });
    for (const call of [storage.file, storage.versions, storage.openFile] as const)
      await expect(stage.call(call, asked, mallory)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { files } = await stage.call(storage.visibleFiles, { fileIds: [file.id] }, rita);
    const held = await stage.call(
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
          wrappedKey: said.wrappedKey,
          sealedSize: sealedBytes,
          ownerId: ann.userId,
        },
      });
  });
});

describe('a sealed next version', () => {
  it('is the one after the current, and the first of several', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    const { file } = await uploaded(ann, folder.id);
    for (const fileVersion of [1, 3])
      await expect(
        stage.begin(ann, folder.id, { ...sealing(file.id, fileVersion), replace: true }),
      ).rejects.toMatchObject({ code: 'VERSION_CONFLICT', status: 409 });
    const said = [sealing(file.id, 2), sealing(file.id, 2)];
    const begun = await Promise.all(said.map((one) => stage.begin(ann, folder.id, one)));
    const results = await Promise.allSettled(begun.map(({ uploadId }) => commit(ann, uploadId)));
    expect(refusals(results)).toEqual(['VERSION_CONFLICT', 'done']);
    const winner = results.findIndex(({ status }) => status === 'fulfilled');
    await stage.call(storage.abortUpload, { uploadId: begun[1 - winner]!.uploadId }, ann);
    expect((await stage.begin(ann, folder.id, said[winner])).done?.file).toMatchObject({ id: file.id, version: 2 });
    const found = await versions(ann, folder.id, file.id);
    expect(found.map(({ version, sealed }) => [version, sealed?.version, sealed?.fileId])).toEqual([
      [2, 2, file.id],
      [1, 1, file.id],
    ]);
    expect(found[0]?.sealed?.wrappedKey).toBe(said[winner]?.wrappedKey);
    const open = (version: number) =>
      stage.call(storage.openVersion, { folderId: folder.id, fileId: file.id, version }, ann);
    expect([await open(1), await open(2)]).toMatchObject([
      { sealed: { version: 1 } },
      { sealed: { version: 2, wrappedKey: said[winner]?.wrappedKey } },
    ]);
    expect([await stage.used(ann), await stage.drift(ann)]).toEqual([2 * content, 0]);
  });

  it('of a managed file ends its being a sample as a whole, and leaves earlier ones as they were', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    const plain = await stage.upload(ann, folder.id, 'a.csv', { sample: true });
    expect(plain).toMatchObject({ mode: 'managed', sample: 'file' });
    const { file } = await uploaded(ann, folder.id, sealing(plain.id, 2));
    expect(file).toMatchObject({ id: plain.id, mode: 'e2e', sample: null, version: 2 });
    expect(await stage.upload(ann, folder.id, 'a.csv', { fileId: plain.id })).toMatchObject({
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
    expect(await stage.drift(ann)).toBe(0);
  });

  it('in place leaves no managed one behind but what a transfer holds, and mails nobody', async () => {
    const [ann, rita] = [sender(), receiver()];
    await stage.partner(ann, rita);
    const folder = await stage.folder(ann, 'Prices');
    await stage.call(storage.deliver, { id: folder.id, email: rita.email }, ann);
    const plain = await stage.begin(ann, folder.id);
    await stage.put(plain.objectKey);
    const { file } = await stage.commit(ann, plain.uploadId);
    await stage.call(
      storage.holdFiles,
      { transferId: 'held', fileIds: [file.id], until: inFuture(day).toISOString() },
      ann,
    );
    const second = await stage.begin(ann, folder.id, { fileId: file.id, preview: 'a\n1' });
    await stage.put(second.objectKey);
    await stage.commit(ann, second.uploadId);
    await stage.db.read.update(FileRow, file.id, { createdAt: inFuture(-40 * day) });
    const told = (await stage.published(storageEvents.fileReplaced)).length;

    const said = { ...sealing(file.id, 3), inPlace: true };
    const done = await uploaded(ann, folder.id, said);
    expect(done.file).toMatchObject({ id: file.id, mode: 'e2e', version: 3, sample: null });
    await sweep(inFuture(1000));
    expect([
      await stage.isThere(plain.objectKey),
      await stage.isThere(second.objectKey),
      await stage.isThere(done.objectKey),
    ]).toEqual([true, false, true]);
    expect((await stage.published(storageEvents.fileSealed)).filter(({ fileId }) => fileId === file.id)).toEqual([
      expect.objectContaining({ name: 'a.csv', folderName: 'Prices', version: 3 }),
    ]);
    expect(await stage.published(storageEvents.fileReplaced)).toHaveLength(told);

    const answer = { file: done.file, totalvalue: done.totalvalue };
    expect(await commit(ann, done.uploadId)).toEqual(answer);
    expect((await stage.begin(ann, folder.id, said)).done).toEqual(answer);
    expect(await stage.call(storage.uploadState, { uploadId: done.uploadId }, ann)).toMatchObject({
      offset: sealedBytes,
      length: sealedBytes,
      done: answer,
    });
    await sweep(inFuture(2 * day));
    expect([await stage.isThere(plain.objectKey), await stage.used(ann), await stage.drift(ann)]).toEqual([
      false,
      content,
      0,
    ]);
    expect((await versions(ann, folder.id, file.id)).map(({ mode }) => mode)).toEqual(['e2e']);
  });
});

describe('a sealed upload in parts', () => {
  it('counts sealed bytes while it comes, and content in the quota', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    const said = sealing();
    const { uploadId, objectKey } = await stage.begin(ann, folder.id, { ...said, resumable: true });
    const part = (offset: number, size: number) =>
      stage.call(storage.keepPart, { uploadId, objectKey: `${objectKey}.part-${offset}`, offset, size }, ann);
    expect(await stage.call(storage.uploadState, { uploadId }, ann)).toMatchObject({
      offset: 0,
      length: sealedBytes,
      sealed: { fileId: said.fileId, version: 1, mimetype: 'text/csv' },
    });
    await part(0, 30_000);
    await expect(part(30_000, sealedBytes - 30_000 + 1)).rejects.toMatchObject({ code: 'INVALID' });
    expect(await part(30_000, sealedBytes - 30_000)).toEqual({ offset: sealedBytes });
    expect(await stage.used(ann)).toBe(content);
    const { file } = await commit(ann, uploadId);
    expect(file.id).toBe(said.fileId);
    expect(await stage.call(storage.uploadState, { uploadId }, ann)).toMatchObject({
      offset: sealedBytes,
      length: sealedBytes,
      done: { file },
    });
    await expect(stage.call(storage.uploadState, { uploadId }, sender())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const [row] = await stage.db.read.findBy(FileRow, { companyId: ann.companyId! });
    expect(row).toMatchObject({ id: said.fileId, parts: [], state: 'ready' });
  });
});

describe('a company that takes sealed files alone', () => {
  it('gets no other in any way, until it says otherwise', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    const plain = await stage.upload(ann, folder.id, 'a.csv');
    const say = (required: boolean, at: string) =>
      stage.hear(
        identityEvents.sealingRequired,
        { userId: ann.userId, email: ann.email, companyId: ann.companyId!, companyName: ann.companyName!, required },
        { at },
      );
    await say(true, '2026-03-02T00:00:00.000Z');
    await say(false, '2026-03-01T00:00:00.000Z');
    for (const given of [{}, { resumable: true }, { fileId: plain.id }])
      await expect(stage.begin(ann, folder.id, given)).rejects.toMatchObject({ code: 'E2E_REQUIRED', status: 422 });
    expect((await uploaded(ann, folder.id)).file.mode).toBe('e2e');
    expect((await uploaded(ann, folder.id, sealing(plain.id, 2))).file).toMatchObject({ id: plain.id, mode: 'e2e' });
    const bob = sender();
    await stage.upload(bob, (await stage.folder(bob)).id, 'a.csv');
    await say(false, '2026-03-03T00:00:00.000Z');
    expect((await stage.upload(ann, folder.id, 'b.csv')).mode).toBe('managed');
    expect(await stage.drift(ann)).toBe(0);
  });
});
