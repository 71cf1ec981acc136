import type { UserActor } from '@tradepost/contracts/actor';
import { audit, type LogEntry } from '@tradepost/contracts/audit';
import type { Page } from '@tradepost/contracts/values/fields';
import { identityEvents } from '@tradepost/contracts/identity';
import { requestEvents } from '@tradepost/contracts/requests';
import { publicActor, userActor } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { admin, metaOf, second, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

it('keeps entities and migrations in agreement', async () => {
  expect((await fixture.db.source.driver.createSchemaBuilder().log()).upQueries).toEqual([]);
});

const shuffled = <T>(list: T[]): T[] => {
  const left = [...list];
  return list.map(() => left.splice(Math.floor(Math.random() * left.length), 1)[0] as T);
};

describe('the log', () => {
  it('shows users the entries of themselves and their company only, newest first', async () => {
    const [ann, bob] = [userActor(), userActor()];
    await fixture.deliverEvent(
      identityEvents.signedIn,
      { userId: ann.userId, email: ann.email, sessionId: 's' },
      { ...metaOf(ann), at: second(1) },
    );
    await fixture.uploaded(ann, 'first.csv', { at: second(2) });
    await fixture.uploaded(ann, 'second.csv', { at: second(3) });
    await fixture.uploaded(bob, 'secret.csv', { at: second(4) });
    expect(await fixture.logs(ann)).toEqual([
      { message: `${ann.email} uploaded second.csv to Trade 2025`, created_at: second(3) },
      { message: `${ann.email} uploaded first.csv to Trade 2025`, created_at: second(2) },
      { message: `${ann.email} signed in`, created_at: second(1) },
    ]);
    expect(await fixture.messages(bob)).toEqual([`${bob.email} uploaded secret.csv to Trade 2025`]);
  });

  it('says what a program did, and by which key', async () => {
    const ann = userActor();
    const { actor } = metaOf(ann);
    await fixture.uploaded(ann, 'nightly.csv', { actor: { ...actor!, key: { id: uuidv7(), name: 'Nightly' } } });
    expect(await fixture.messages(ann)).toEqual([`${ann.email} uploaded nightly.csv to Trade 2025, by key Nightly`]);
  });

  it('shows a request to both sides, also to a receiver without a company', async () => {
    const [ann, rita, tom] = [
      userActor(),
      userActor({ userType: 'receiver' }),
      userActor({ userType: 'receiver', companyId: null, companyName: null }),
    ];
    for (const receiver of [rita, tom]) {
      await fixture.deliverEvent(
        requestEvents.downloaded,
        {
          requestId: uuidv7(),
          companyId: ann.companyId!,
          companyName: ann.companyName!,
          receiverUserId: receiver.userId,
          receiverEmail: receiver.email,
          receiverCompanyId: receiver.companyId,
          receiverCompanyName: receiver.companyName,
          fileNames: ['prices.csv', 'more.csv'],
          folderNames: ['Trade 2025', 'Trade 2025'],
          downloaded: ['prices.csv'],
          byUserId: receiver.userId,
          byEmail: receiver.email,
        },
        metaOf(receiver),
      );
    }
    const line = ({ email }: { email: string }) => `${email} downloaded prices.csv from Trade 2025`;
    expect(await fixture.messages(rita)).toEqual([line(rita)]);
    expect(await fixture.messages(tom)).toEqual([line(tom)]);
    expect((await fixture.messages(ann)).sort()).toEqual([line(rita), line(tom)].sort());
  });

  it('is the same when every event is delivered three times, in any order', async () => {
    const ann = userActor();
    const events = Array.from({ length: 30 }, (_, n) => ({ id: uuidv7(), at: second(n), name: `file ${n}.csv` }));
    const deliveries = shuffled([...events, ...events, ...events]);
    await Promise.all(deliveries.map(({ id, at, name }) => fixture.uploaded(ann, name, { id, at })));
    expect(await fixture.messages(ann)).toEqual(
      events.map(({ name }) => `${ann.email} uploaded ${name} to Trade 2025`).reverse(),
    );
    expect(await fixture.verify()).toMatchObject({ ok: true });
  });

  it('can be searched for exact text, and paged', async () => {
    const ann = userActor();
    for (const [n, name] of ['100%.csv', '1000.csv', 'a_b.csv', 'aXb.csv'].entries())
      await fixture.uploaded(ann, name, { at: second(n) });
    expect(await fixture.messages(ann, '100%')).toEqual([expect.stringContaining('100%.csv')]);
    expect(await fixture.messages(ann, 'A_B')).toEqual([expect.stringContaining('a_b.csv')]);
    const page = (await fixture.call(audit.logs, { page: 2, pageSize: 3 }, ann)) as Page<LogEntry>;
    expect(page).toMatchObject({
      total: 4,
      page: 2,
      pageSize: 3,
      items: [{ message: expect.stringContaining('100%.csv'), created_at: second(0) }],
    });
  });

  it('without paging returns a thousand entries at most; further pages return the rest', async () => {
    const ann = userActor();
    for (let n = 0; n < 1001; n += 1) await fixture.uploaded(ann, `${n}.csv`, { at: second(n) });
    const plain = await fixture.logs(ann);
    expect(plain).toHaveLength(1000);
    expect(plain.at(-1)).toMatchObject({ message: expect.stringContaining(' 1.csv') });
    expect(await fixture.call(audit.logs, { page: 1 }, ann)).toMatchObject({ total: 1001 });
    expect(await fixture.verify()).toMatchObject({ ok: true });
  });

  it('cannot be read by others', async () => {
    const ann = userActor();
    await expect(fixture.call(audit.logs, {}, publicActor)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(fixture.call(audit.logs, { id: uuidv7() }, ann)).rejects.toMatchObject({ code: 'NOT_YOURS' });
    for (const command of [audit.entries, audit.verify]) {
      await expect(fixture.call(command, {}, ann)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
      await expect(fixture.call(command, {}, publicActor)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    }
  });
});

it('finds the entries of a receipt by its reference, only in the logs of both sides and of admins', async () => {
  const [ann, rita, eve] = [userActor(), userActor({ userType: 'receiver' }), userActor()];
  const reference = uuidv7();
  const request = {
    requestId: reference,
    companyId: ann.companyId!,
    companyName: ann.companyName!,
    receiverUserId: rita.userId,
    receiverEmail: rita.email,
    receiverCompanyId: rita.companyId,
    receiverCompanyName: rita.companyName,
    fileNames: ['prices.csv'],
    folderNames: ['Trade 2025'],
  };
  await fixture.deliverEvent(requestEvents.created, request, { ...metaOf(rita), at: second(1) });
  await fixture.deliverEvent(requestEvents.firstDownloaded, request, { ...metaOf(rita), at: second(2) });
  await fixture.deliverEvent(requestEvents.created, { ...request, requestId: uuidv7() }, metaOf(rita));
  const about = [
    `${rita.email} started the first download of prices.csv from Trade 2025`,
    `${rita.email} requested prices.csv from Trade 2025`,
  ];
  const search = async (q: string, by: UserActor) =>
    ((await fixture.call(audit.logs, { q }, by)) as LogEntry[]).map(({ message }) => message);
  expect(await search(reference, ann)).toEqual(about);
  expect(await search(` ${reference.toUpperCase()} `, rita)).toEqual(about);
  expect(await search(reference, eve)).toEqual([]);
  expect((await fixture.call(audit.entries, { q: reference }, admin())).items).toHaveLength(4);
  expect(await fixture.verify()).toMatchObject({ ok: true });
});

it('gives admins every entry, by actor, action, time and text', async () => {
  const ann = userActor({ email: 'filter_me@sender.example' });
  for (const n of [1, 2, 3])
    await fixture.uploaded(ann, `filtered ${n}.csv`, { at: second(100_000 + n), requestId: `r${n}` });
  await fixture.deliverEvent(
    identityEvents.signedIn,
    { userId: ann.userId, email: ann.email, sessionId: 's' },
    { ...metaOf(ann), at: second(100_004) },
  );
  const find = async (filter: object) =>
    (await fixture.call(audit.entries, { actor: 'FILTER_ME@', ...filter }, admin())).items;
  expect(await find({})).toHaveLength(4);
  expect((await find({ action: 'identity' })).map(({ action }) => action)).toEqual(['identity.signed-in']);
  expect((await find({ from: second(100_002), to: second(100_003) })).map(({ at }) => at)).toEqual([
    second(100_003),
    second(100_002),
  ]);
  expect(await find({ q: 'filtered 2' })).toEqual([
    {
      id: expect.any(String),
      companyId: ann.companyId,
      sequence: 2,
      at: second(100_002),
      action: 'storage.file-uploaded',
      actor: ann.email,
      actorId: ann.userId,
      ip: '127.0.0.1',
      requestId: 'r2',
      message: `${ann.email} uploaded filtered 2.csv to Trade 2025`,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
  await expect(find({ from: 'yesterday-ish' })).rejects.toMatchObject({ code: 'INVALID', errors: [{ field: 'from' }] });
});
