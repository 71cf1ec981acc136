import { randomUUID } from 'node:crypto';
import { identityEvents } from '@tradepost/contracts/identity';
import { storage } from '@tradepost/contracts/storage';
import { sealedSize } from '@tradepost/sealing/file/format';
import { statementBudget } from '@tradepost/testing/statement-budget';
import { databaseWorkOf } from '@tradepost/testing/statements';
import { receiver, sender, startFixture } from './fixture';

describe('the statements of a command', () => {
  let fixture: Awaited<ReturnType<typeof startFixture>>;
  const used: Record<string, unknown> = {};
  const ann = sender();
  const rita = receiver();
  let folderId: string;

  const measure = async <T>(name: keyof typeof statementBudget, command: () => Promise<T>): Promise<T> => {
    let answer: T | undefined;
    used[name] = await databaseWorkOf(async () => (answer = await command()));
    return answer as T;
  };

  beforeAll(async () => {
    fixture = await startFixture();
    folderId = (await fixture.folder(ann)).id;
    for (const name of ['a.csv', 'b.csv', 'c.csv']) await fixture.upload(ann, folderId, name);
    await fixture.deliverEvent(identityEvents.invitationAccepted, {
      invitationId: folderId,
      companyId: ann.companyId as string,
      companyName: ann.companyName as string,
      inviterUserId: ann.userId,
      email: rita.email,
      receiverUserId: rita.userId,
      receiverCompanyId: null,
      receiverCompanyName: null,
    });
    await fixture.call(storage.deliver, { id: folderId, email: rita.email }, ann);
  });
  afterAll(() => fixture.stop());

  it('are exactly those of the statement budget', async () => {
    const { call } = fixture;
    await measure('storage.stats', () => call(storage.stats, {}, ann));
    const { next } = await measure('storage.files', () => call(storage.files, { folderId, pageSize: 2 }, ann));
    await measure('storage.files after', () => call(storage.files, { folderId, after: next as string }, ann));
    await measure('storage.files of a type', () => call(storage.files, { folderId, type: 'spreadsheet' }, ann));
    const { version } = await measure('storage.files-unless', () => call(storage.filesUnless, { folderId }, ann));
    await measure('storage.files-unless unchanged', () => call(storage.filesUnless, { folderId, known: version }, ann));
    await measure('storage.received', () => call(storage.received, {}, rita));
    await measure('storage.received-folders', () => call(storage.receivedFolders, {}, rita));
    await measure('storage.received-files', () => call(storage.receivedFiles, { folderId }, rita));
    await measure('storage.search', () => call(storage.search, { q: 'csv' }, rita));
    const { uploadId } = await measure('storage.begin-upload', () =>
      fixture.begin(ann, folderId, { fileName: 'd.csv' }),
    );
    const { file } = await measure('storage.commit-upload', () => fixture.commit(ann, uploadId));
    await measure('storage.add-file with a key', () =>
      fixture.call(storage.addFile, { folderId, fileName: 'of-key.csv', ...fixture.received(randomUUID()) }, ann, {
        idempotencyKey: 'at-once',
      }),
    );
    await measure('storage.add-file', () =>
      fixture.call(storage.addFile, { folderId, fileName: 'at-once.csv', ...fixture.received(randomUUID()) }, ann),
    );
    const sealedBytes = sealedSize(40_000);
    const sealing = {
      ...{ enc: 'sdx1', fileId: randomUUID(), fileVersion: 1, mimetype: 'text/csv', expectedBytes: sealedBytes },
      ...{ wrappedKey: 'A'.repeat(80), sealedMeta: 'A'.repeat(240) },
    };
    const sealed = await fixture.begin(ann, folderId, sealing);
    await measure('storage.commit-upload sealed', () =>
      fixture.commit(ann, sealed.uploadId, { size: 40_000, sealedSize: sealedBytes }),
    );
    await measure('storage.begin-upload with a key', () =>
      fixture.begin(ann, folderId, { fileName: 'e.csv' }, { idempotencyKey: 'e' }),
    );
    const files = Array.from({ length: 50 }, (_, position) => ({
      fileName: `${position}.csv`,
      expectedBytes: 1000,
      position,
    }));
    const many = { folderId, terms: files.map(() => ({})), files };
    const { uploads } = await measure('storage.begin-uploads', () => call(storage.beginUploads, many, ann));
    await measure('storage.commit-uploads', () =>
      call(
        storage.commitUploads,
        { uploads: uploads.map((upload) => fixture.received((upload as { uploadId: string }).uploadId)) },
        ann,
      ),
    );
    await measure('storage.begin-uploads with a key', () =>
      call(
        storage.beginUploads,
        { ...many, files: files.map((file) => ({ ...file, fileName: `k${file.fileName}` })) },
        ann,
        { idempotencyKey: 'many' },
      ),
    );
    const directory = '2026/orders';
    await measure('storage.begin-upload into a directory', () =>
      fixture.begin(ann, folderId, { fileName: 'x.csv', directory }),
    );
    await fixture.upload(ann, folderId, 'y.csv', { directory });
    await measure('storage.files of a directory', () => call(storage.files, { folderId, directory }, ann));
    await measure('storage.directories', () => call(storage.directories, { folderId }, ann));
    await measure('storage.begin-uploads into directories', () =>
      call(storage.beginUploads, { ...many, terms: files.map((_, at) => ({ directory: `2027/${at}` })) }, ann),
    );
    await measure('storage.begin-uploads again', () => call(storage.beginUploads, many, ann));
    await measure('storage.open-file', () => call(storage.openFile, { folderId, fileId: file.id }, ann));
    const expected = Object.entries(statementBudget).filter(([name]) => name.startsWith('storage.'));
    expect(used).toEqual(Object.fromEntries(expected));
  });
});
