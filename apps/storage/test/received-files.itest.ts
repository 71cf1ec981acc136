import { identityEvents } from '@tradepost/contracts/identity';
import { storage } from '@tradepost/contracts/storage';
import { publicActor } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { receiver, sender, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
const received = (by: ReturnType<typeof receiver>) => fixture.call(storage.received, {}, by);

describe('the preview before access', () => {
  it('has the file or its first rows, its columns and the terms, for addresses with a delivery', async () => {
    const [ann, rita, tom] = [sender(), receiver(), receiver()];
    await fixture.partner(ann, rita);
    await fixture.partner(ann, tom);
    const folder = await fixture.folder(ann);
    const profile = {
      rows: 2,
      columns: [
        { name: 'a', type: 'integer' },
        { name: 'b', type: 'text', empty: 1 },
      ],
    };
    const rows = await fixture.upload(ann, folder.id, 'rows.csv', {
      preview: 'a,b\n1,x',
      profile: JSON.stringify(profile),
    });
    const [whole, none] = [
      await fixture.upload(ann, folder.id, 'whole.csv', { sample: 'true' }),
      await fixture.upload(ann, folder.id, 'none.csv'),
    ];
    await fixture.call(
      storage.describeFolder,
      { id: folder.id, description: 'Prices of 2026', licence: 'Internal\nuse' },
      ann,
    );
    await fixture.call(storage.deliver, { id: folder.id, email: rita.email }, ann);
    expect((await received(rita))[0]).toMatchObject({
      description: 'Prices of 2026',
      licence: 'Internal\nuse',
      count: 3,
    });
    const page = await fixture.call(storage.receivedFiles, { folderId: folder.id, sort: 'name', pageSize: 2 }, rita);
    expect([page.total, page.items.map(({ fileName, sample }) => [fileName, sample])]).toEqual([
      3,
      [
        ['none.csv', null],
        ['rows.csv', 'rows'],
      ],
    ]);
    const sample = (fileId: string, by = rita) => fixture.call(storage.openSample, { folderId: folder.id, fileId }, by);
    expect(await sample(rows.id)).toEqual({ rows: 'a,b\n1,x', name: 'rows.csv' });
    expect(await sample(whole.id)).toMatchObject({ file: { fileId: whole.id, name: 'whole.csv' } });
    expect(await fixture.call(storage.receivedFile, { folderId: folder.id, fileId: rows.id }, rita)).toMatchObject({
      profile,
      preview: 'a,b\n1,x',
      sharedUrl: null,
    });
    for (const refused of [sample(none.id), sample(whole.id, tom), sample(whole.id, sender())])
      await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      fixture.call(storage.openSample, { folderId: folder.id, fileId: whole.id }, publicActor),
    ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });

    const edit = (given: Record<string, unknown>) =>
      fixture.call(storage.editFile, { folderId: folder.id, fileId: rows.id, ...given }, ann);
    expect((await edit({ records: 4 })).sample).toBe('rows');
    expect((await edit({ preview: null, profile: null })).sample).toBeNull();
    expect((await edit({ sample: true, profile })).sample).toBe('file');
    expect(await fixture.call(storage.file, { folderId: folder.id, fileId: rows.id }, ann)).toMatchObject({
      profile,
      preview: null,
      sample: 'file',
    });
    const wide = { rows: 1, columns: Array.from({ length: 400 }, () => ({ name: 'x'.repeat(100), type: 'text' })) };
    for (const bad of [
      { preview: 'x'.repeat(16 * 1024 + 1) },
      { profile: '{' },
      { profile: [] },
      { profile: { rows: 1 } },
      { profile: { rows: 1, columns: [{ name: 'a', type: 'html' }] } },
      { profile: wide },
    ]) {
      await expect(edit(bad)).rejects.toMatchObject({ code: 'INVALID' });
      await expect(fixture.begin(ann, folder.id, bad)).rejects.toMatchObject({ code: 'INVALID' });
    }
    for (const bad of [{ description: 'x'.repeat(1001) }, { licence: 'x'.repeat(4001) }])
      await expect(fixture.call(storage.describeFolder, { id: folder.id, ...bad }, ann)).rejects.toMatchObject({
        code: 'INVALID',
      });
  });
});

describe('receiving', () => {
  it('needs both the delivery and the accepted partnership', async () => {
    const [ann, rita, tom] = [
      sender(),
      receiver({ email: 'Rita@one.example' }),
      receiver({ email: 'tom@one.example' }),
    ];
    const [shared, unshared] = [await fixture.folder(ann, 'Shared'), await fixture.folder(ann, 'Retained')];
    const file = await fixture.upload(ann, shared.id, 'a.csv', {
      price: '2.5',
      numberOfRecords: '4',
      category: 'Trade',
      currency: 'EUR',
    });
    const secret = await fixture.upload(ann, unshared.id, 'secret.csv');
    await fixture.call(storage.deliver, { id: shared.id, email: ['rita@ONE.example', 'tom@one.example'] }, ann);
    expect(await received(rita)).toEqual([]);
    await expect(fixture.call(storage.visibleFiles, { fileIds: [file.id] }, rita)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });

    await fixture.partner(ann, rita, 'RITA@one.example');
    expect(await received(rita)).toEqual([
      {
        folderId: shared.id,
        companyId: ann.companyId,
        folderName: 'Shared',
        inviterCompany: ann.companyName,
        inviterId: ann.userId,
        files: [
          {
            fileId: file.id,
            fileName: 'a.csv',
            mimeType: 'text/csv',
            fileSize: 600,
            createdAt: file.createdAt,
            key: `${ann.companyId}/${shared.id}/${file.id}`,
            category: 'Trade',
            currency: 'EUR',
            price: '2.50',
            records: 4,
            totalAmount: '10.00',
            updatedAt: file.updatedAt,
            version: 1,
            mode: 'managed',
            scan: 'none',
            sample: null,
            sharedUrl: null,
          },
        ],
        count: 1,
        description: '',
        licence: '',
        since: expect.stringMatching(/^\d{4}-.*Z$/),
        until: null,
      },
    ]);
    expect(await received(tom)).toEqual([]);

    const { files } = await fixture.call(storage.visibleFiles, { fileIds: [file.id] }, rita);
    expect(files).toEqual([
      expect.objectContaining({
        fileId: file.id,
        companyId: ann.companyId,
        companyName: ann.companyName,
        folderName: 'Shared',
        size: 600,
      }),
    ]);
    for (const fileIds of [[file.id, secret.id], [uuidv7()], ['no-uuid']]) {
      await expect(fixture.call(storage.visibleFiles, { fileIds }, rita)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await expect(fixture.call(storage.visibleFiles, { fileIds: [file.id] }, tom)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const partial = { fileIds: [file.id, secret.id, uuidv7()], partial: true };
    expect(await fixture.call(storage.visibleFiles, partial, rita)).toEqual({ files });
    expect(await fixture.call(storage.visibleFiles, partial, tom)).toEqual({ files: [] });
  });

  it('ends with the access, the file and the folder, and shows no unfinished upload', async () => {
    const [ann, rita] = [sender(), receiver()];
    await fixture.partner(ann, rita);
    const folder = await fixture.folder(ann, 'Passing');
    const [one, two] = [
      await fixture.upload(ann, folder.id, 'one.csv'),
      await fixture.upload(ann, folder.id, 'two.csv'),
    ];
    const { uploadId } = await fixture.begin(ann, folder.id, { fileName: 'three.csv' });
    await fixture.call(storage.deliver, { id: folder.id, email: rita.email }, ann);
    expect((await received(rita))[0]?.files.map(({ fileId }) => fileId)).toEqual([two.id, one.id]);
    await expect(fixture.call(storage.visibleFiles, { fileIds: [uploadId] }, rita)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await fixture.call(storage.deleteFile, { fileId: one.id }, ann);
    expect((await received(rita))[0]?.files.map(({ fileId }) => fileId)).toEqual([two.id]);
    await fixture.call(storage.removeAccess, { id: folder.id, email: rita.email }, ann);
    expect(await received(rita)).toEqual([]);
    await expect(fixture.call(storage.visibleFiles, { fileIds: [two.id] }, rita)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await fixture.call(storage.deliver, { id: folder.id, email: rita.email }, ann);
    await fixture.call(storage.deleteFolder, { name: 'Passing' }, ann);
    expect(await received(rita)).toEqual([]);
  });

  it('follows the newest state of a partnership, for any order of arrival and any clocks', async () => {
    const [ann, rita] = [sender(), receiver()];
    const partnership = {
      invitationId: uuidv7(),
      companyId: ann.companyId!,
      companyName: ann.companyName!,
      email: rita.email,
      receiverUserId: rita.userId,
      receiverCompanyName: null,
    };
    const at = (day: number) => ({ at: new Date(Date.UTC(2026, 0, day)).toISOString() });
    const accepted = (version: number, day: number) =>
      fixture.deliverEvent(
        identityEvents.invitationAccepted,
        { ...partnership, inviterUserId: ann.userId, receiverCompanyId: null, version },
        at(day),
      );
    const ended = (version: number, day: number) =>
      fixture.deliverEvent(identityEvents.partnershipEnded, { ...partnership, by: 'inviter', version }, at(day));
    const { id } = await fixture.folder(ann, 'In order');
    await fixture.upload(ann, id, 'a.csv');
    fixture.partnership.version = 5;
    await fixture.call(storage.deliver, { id, email: [rita.email] }, ann);
    await ended(3, 9);
    await accepted(2, 10);
    expect(await received(rita)).toEqual([]);
    await accepted(5, 1);
    expect((await received(rita)).map(({ folderName }) => folderName)).toEqual(['In order']);
    await ended(3, 9);
    expect(await received(rita)).toHaveLength(1);
    await ended(6, 1);
    expect(await received(rita)).toEqual([]);
    await expect(fixture.call(storage.deliver, { id, email: [rita.email] }, ann)).rejects.toMatchObject({
      code: 'NOT_INVITED',
    });
    fixture.partnership.version = 0;
  });

  it('is limited to the caller’s address, and open to senders who were invited', async () => {
    const [ann, bob] = [sender(), sender()];
    await fixture.partner(ann, bob);
    const folder = await fixture.folder(ann);
    await fixture.call(storage.deliver, { id: folder.id, email: bob.email }, ann);
    expect(
      (await fixture.call(storage.received, { email: bob.email.toUpperCase() }, bob)).map(({ folderId }) => folderId),
    ).toEqual([folder.id]);
    await expect(fixture.call(storage.received, { email: bob.email }, receiver())).rejects.toMatchObject({
      code: 'NOT_YOURS',
    });
    await expect(fixture.call(storage.received, {}, publicActor)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('shows the current name of the company, for any order of events', async () => {
    const [ann, rita] = [sender(), receiver()];
    const folder = await fixture.folder(ann);
    await fixture.partner(ann, rita);
    await fixture.call(storage.deliver, { id: folder.id, email: rita.email }, ann);
    const saved = (companyName: string, userId: string, at: number) =>
      fixture.deliverEvent(
        identityEvents.companySaved,
        {
          companyId: ann.companyId!,
          companyName,
          userId,
          email: ann.email,
          firstName: 'Ann',
          userType: 'sender',
          created: false,
        },
        { at: new Date(Date.now() + at).toISOString() },
      );
    const owner = uuidv7();
    await saved('Newest Name', owner, 60_000);
    await saved('Older Name', ann.userId, 30_000);
    expect((await received(rita))[0]).toMatchObject({ inviterCompany: 'Newest Name', inviterId: owner });
  });
});
