import type { UserActor } from '@tradepost/contracts/actor';
import { identityEvents } from '@tradepost/contracts/identity';
import { storage, storageEvents } from '@tradepost/contracts/storage';
import { publicActor } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { receiver, sender, startFixture, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const notified = async (folderId: string) =>
  (await fixture.published(storageEvents.folderDelivered))
    .filter((event) => event.folderId === folderId)
    .map(({ emails }) => emails);
const received = (by: ReturnType<typeof receiver>) => fixture.call(storage.received, {}, by);

it('uses the quota that an admin sets, before or after the first upload', async () => {
  const ann = sender();
  const quota = (totalStorage: number) =>
    fixture.deliverEvent(identityEvents.quotaChanged, {
      companyId: ann.companyId!,
      companyName: ann.companyName!,
      userId: ann.userId,
      totalStorage,
    });
  await quota(1_000);
  const { id: folderId } = await fixture.folder(ann);
  const begin = (expectedBytes: number) =>
    fixture.call(storage.beginUpload, { folderId, fileName: 'a.csv', expectedBytes }, ann);
  await expect(begin(1_001)).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
  await begin(900);
  await quota(500);
  expect(await fixture.call(storage.stats, {}, ann)).toMatchObject({ totalStorage: 500, usedStorage: 900 });
  await expect(begin(1)).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
  await quota(2_000);
  await expect(begin(1_000)).resolves.toBeDefined();
});

describe('delivering', () => {
  it('adds addresses once, whatever their case, and notifies only the new ones', async () => {
    const ann = sender();
    const { id } = await fixture.folder(ann);
    expect((await fixture.call(storage.deliver, { id, email: 'Rita@Example.com' }, ann)).emails).toEqual([
      'Rita@Example.com',
    ]);
    const folder = await fixture.call(
      storage.deliver,
      { id, email: ['rita@example.COM', 'tom@example.com', ' TOM@example.com '] },
      ann,
    );
    expect(folder.emails).toHaveLength(2);
    await fixture.call(storage.deliver, { id, email: ['rita@example.com'] }, ann);
    expect(await notified(id)).toEqual([['Rita@Example.com'], ['TOM@example.com']]);
  });

  it('does not show a folder to a domain that only PostgreSQL treats as equal, such as U+0130 for i', async () => {
    const ann = sender();
    const { id } = await fixture.folder(ann);
    const [victim, attacker] = ['i', 'İ'].map((letter) => receiver({ email: `buyer@trade${letter}.example` })) as [
      UserActor,
      UserActor,
    ];
    for (const { email, userId: receiverUserId } of [victim, attacker])
      await fixture.deliverEvent(identityEvents.invitationAccepted, {
        invitationId: uuidv7(),
        companyId: ann.companyId!,
        companyName: ann.companyName!,
        inviterUserId: ann.userId,
        email,
        receiverUserId,
        receiverCompanyId: null,
        receiverCompanyName: null,
      });
    await fixture.call(storage.deliver, { id, email: victim.email.toUpperCase() }, ann);
    expect(await received(attacker)).toEqual([]);
    expect(await received(victim)).toMatchObject([{ folderId: id }]);
  });

  it('notifies each address once when calls race', async () => {
    const ann = sender();
    const { id } = await fixture.folder(ann);
    await Promise.all(
      Array.from({ length: 8 }, () =>
        fixture.call(storage.deliver, { id, email: ['rita@example.com', 'tom@example.com'] }, ann),
      ),
    );
    expect(await notified(id)).toEqual([['rita@example.com', 'tom@example.com']]);
  });

  it('refuses the whole call when one address is not invited, and names it', async () => {
    const ann = sender();
    const { id } = await fixture.folder(ann);
    await expect(
      fixture.call(storage.deliver, { id, email: ['rita@example.com', 'Stranger@example.com'] }, ann),
    ).rejects.toMatchObject({
      code: 'NOT_INVITED',
      status: 400,
      message: 'Only invited partners can be given access: Stranger@example.com',
    });
    expect((await fixture.call(storage.folders, {}, ann))[0]?.emails).toEqual([]);
    expect(await notified(id)).toEqual([]);
  });

  it('needs an address', async () => {
    const ann = sender();
    const { id } = await fixture.folder(ann);
    for (const email of [[], '', undefined, [''], 7, [null]]) {
      await expect(fixture.call(storage.deliver, { id, email }, ann)).rejects.toMatchObject({ code: 'INVALID' });
    }
    await expect(fixture.call(storage.deliver, { id, email: [] }, ann)).rejects.toMatchObject({
      message: 'Please select at least one email address',
    });
  });

  it('is allowed only for companies in good standing and their own folders', async () => {
    const ann = sender();
    const { id } = await fixture.folder(ann);
    const refusals = [
      [sender({ ...ann, kycStatus: 'Rejected' }), 'KYC_NOT_GOOD'],
      [sender({ ...ann, kycStatus: 'Changes requested' }), 'KYC_NOT_GOOD'],
      [sender({ ...ann, kycStatus: 'Pending' }), 'KYC_PENDING'],
      [sender(), 'NOT_FOUND'],
      [receiver(), 'NOT_ALLOWED'],
      [publicActor, 'UNAUTHENTICATED'],
    ] as const;
    for (const [actor, code] of refusals) {
      await expect(fixture.call(storage.deliver, { id, email: 'rita@example.com' }, actor)).rejects.toMatchObject({
        code,
      });
    }
    const processing = await fixture.call(
      storage.deliver,
      { id, email: 'rita@example.com' },
      sender({ ...ann, kycStatus: 'Processing' }),
    );
    expect(processing.emails).toEqual(['rita@example.com']);
  });

  it('can be removed only by the owner, any number of times, ignoring case and surrounding space', async () => {
    const ann = sender();
    const { id } = await fixture.folder(ann);
    await fixture.call(storage.deliver, { id, email: ['Rita@example.com', 'tom@example.com'] }, ann);
    await expect(fixture.call(storage.removeAccess, { id, email: 'rita@example.com' }, sender())).rejects.toMatchObject(
      {
        code: 'NOT_FOUND',
      },
    );
    for (let i = 0; i < 2; i += 1) {
      expect((await fixture.call(storage.removeAccess, { id, email: ' rita@EXAMPLE.com ' }, ann)).emails).toEqual([
        'tom@example.com',
      ]);
    }
    expect(
      (await fixture.published(storageEvents.accessRemoved)).filter(({ folderId }) => folderId === id),
    ).toHaveLength(1);
  });
});

describe('the end of access', () => {
  const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
  const endNow = (folderId: string) =>
    sql(fixture.db.read).query("UPDATE share SET until = now() - interval '1 millisecond' WHERE folder_id = $1", [
      folderId,
    ]);

  it('is set with the delivery, can be changed and removed, and takes effect for everything', async () => {
    const [ann, rita] = [sender(), receiver()];
    await fixture.partner(ann, rita);
    const { id } = await fixture.folder(ann);
    const file = await fixture.upload(ann, id, 'a.csv', { sample: 'true' });
    const until = soon(3_600_000);
    const delivered = await fixture.call(storage.deliver, { id, email: rita.email, until }, ann);
    expect(delivered.access).toEqual([{ email: rita.email, since: expect.any(String), until }]);
    expect((await received(rita))[0]).toMatchObject({ until, since: delivered.access[0]?.since });
    const end = (given: string | null) =>
      fixture.call(storage.changeAccess, { id, email: rita.email.toUpperCase(), until: given }, ann);
    expect((await end(null)).access[0]?.until).toBeNull();
    expect((await end(until)).access[0]?.until).toBe(until);
    for (const bad of [soon(-1000), 'tomorrow', 7])
      await expect(
        fixture.call(storage.changeAccess, { id, email: rita.email, until: bad }, ann),
      ).rejects.toMatchObject({ code: 'INVALID' });
    await expect(
      fixture.call(storage.deliver, { id, email: rita.email, until: soon(-1000) }, ann),
    ).rejects.toMatchObject({ message: 'The end date must be in the future' });
    await expect(
      fixture.call(storage.changeAccess, { id, email: 'other@example.com', until: null }, ann),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await fixture.published(storageEvents.accessChanged)).toContainEqual(
      expect.objectContaining({ folderId: id, until: null }),
    );

    await endNow(id);
    expect(await received(rita)).toEqual([]);
    const asked = { folderId: id, fileId: file.id };
    const closed = [
      fixture.call(storage.visibleFiles, { fileIds: [file.id] }, rita),
      fixture.call(storage.receivedFiles, { folderId: id }, rita),
      fixture.call(storage.receivedFile, asked, rita),
      fixture.call(storage.openSample, asked, rita),
      end(null),
    ];
    for (const call of closed) await expect(call).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await fixture.call(storage.folders, {}, ann))[0]).toMatchObject({ emails: [], access: [] });
    expect((await fixture.call(storage.deliver, { id, email: rita.email }, ann)).access).toEqual([
      expect.objectContaining({ email: rita.email, until: null }),
    ]);
    expect(await notified(id)).toEqual([[rita.email], [rita.email]]);
    expect(await received(rita)).toHaveLength(1);
  });
});
