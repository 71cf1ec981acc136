import type { UserActor } from '@tradepost/contracts/actor';
import type { Event } from '@tradepost/contracts/define';
import { identity } from '@tradepost/contracts/identity';
import { limits } from '@tradepost/contracts/limits/table';
import { requestEvents, requests, type TransferItem } from '@tradepost/contracts/requests';
import { transferLink } from '@tradepost/contracts/values/transfer-link';
import type { StoredFile } from '@tradepost/contracts/storage';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { LimitReporter } from '@tradepost/service-kit/limits/limit-reporter';
import { publicActor } from '@tradepost/testing/service-harness';
import { waitFor } from '@tradepost/testing/wait-for';
import { Readable } from 'node:stream';
import { TransferRow } from '../src/transfer/transfer.entity';
import { TransferSweeper } from '../src/transfer/transfer.sweeper';
import { TransfersRepository } from '../src/transfer/transfers.repository';
import { inAnHour, origin, receiver, sender, startFixture, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

const worker = { kind: 'system', service: 'worker-zip' } as const;
const inHours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString();
const archivesBuilding = 9;
let fixture: Fixture;
beforeAll(async () => {
  process.env[limits.archivesBuilding.setting] = String(archivesBuilding);
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

interface Delivered {
  ann: UserActor;
  rita: UserActor;
  files: StoredFile[];
  requestId: string;
  id: string;
  expiry: string;
}

async function deliver({
  expiry = inAnHour(),
  maxDownloads,
  ann = sender(),
  rita = receiver(),
}: { expiry?: string; maxDownloads?: number; ann?: UserActor; rita?: UserActor } = {}): Promise<Delivered> {
  const files = fixture.stock(ann, 'a.csv', 'b.csv');
  const [request] = (await fixture.ask(files, rita)).requests;
  await fixture.prove(request!.id, ann);
  const { transfer } = await fixture.call(requests.confirm, { requestId: request!.id, expiry, maxDownloads }, ann);
  return { ann, rita, files, requestId: request!.id, id: transfer.id, expiry: transfer.expiry };
}

const row = (id: string) => sql(fixture.db.read).findOneByOrFail(TransferRow, { id });
const change = (id: string, to: Partial<Omit<TransferRow, 'request' | 'licences'>>) =>
  sql(fixture.db.read).update(TransferRow, { id }, to);
const expire = (id: string) => change(id, { expiresAt: new Date(Date.now() - 1) });
const of = async <P extends { requestId: string }>(event: Event<P>, requestId: string) =>
  (await fixture.published(event)).filter((payload) => payload.requestId === requestId);
const links = (rita: UserActor) => fixture.mails('transfer-ready', rita.email);

describe('extending', () => {
  it('moves the expiry, holds the files until then and mails the new link', async () => {
    const { id, ann, rita, requestId } = await deliver();
    const expiry = inHours(48);
    const { transfer } = await fixture.call(requests.extend, { id, expiry }, ann);
    expect(transfer).toMatchObject({ id, requestId, status: 'live', expiry, url: transferLink(origin, id, expiry) });
    expect((await fixture.call(requests.transfer, { id }, rita)).expiry).toBe(expiry);
    expect(fixture.holds.get(requestId)!.until).toBe(expiry);
    expect((await links(rita)).map(({ mail }) => mail.data.link)).toEqual([transferLink(origin, id, expiry)]);
    expect(await of(requestEvents.extended, requestId)).toMatchObject([{ expiry }]);
    expect((await row(id)).remindAt).not.toBeNull();
  });

  it('is only for the sender, only for transfers that are not revoked, and only to a later time', async () => {
    const { id, ann, rita, expiry } = await deliver();
    const extend = (to: unknown, by: Parameters<Fixture['call']>[2] = ann) =>
      fixture.call(requests.extend, { id, expiry: to as string }, by);
    await expect(extend(inHours(2), sender())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(extend(inHours(2), rita)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(extend(inHours(2), publicActor)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(extend(inHours(2), { ...ann, kycStatus: 'Pending' })).rejects.toMatchObject({ code: 'KYC_PENDING' });
    await expect(extend(expiry)).rejects.toMatchObject({ code: 'INVALID', errors: [{ field: 'expiry' }] });
    await expect(extend('2020-01-01')).rejects.toMatchObject({ code: 'EXPIRY_NOT_FUTURE' });
    await expect(extend('never')).rejects.toMatchObject({ code: 'INVALID' });
    await expect(extend(inHours(24 * 366 * 6))).rejects.toMatchObject({ code: 'INVALID' });
    await fixture.call(requests.revoke, { id }, ann);
    await expect(extend(inHours(2))).rejects.toMatchObject({ code: 'TRANSFER_REVOKED' });
    expect((await row(id)).expiresAt.toISOString()).toBe(expiry);
  });

  it('reopens an expired transfer and rebuilds its archive if that was removed', async () => {
    const { id, ann, rita, requestId } = await deliver();
    await expire(id);
    await fixture.app.get(TransferSweeper).sweep();
    await fixture.call(requests.extend, { id, expiry: inHours(2) }, ann);
    expect(await fixture.call(requests.transfer, { id }, rita)).toMatchObject({
      status: 'live',
      archive: { status: 'building' },
    });
    const job = (await fixture.jobs('zip')).find(({ key }) => key === `${id}-2`);
    expect(job!.payload).toMatchObject({
      transferId: id,
      generation: 2,
      target: `transfers/${requestId}/2.zip`,
      entries: [{ name: 'a.csv' }, { name: 'b.csv' }],
    });
  });

  it('changes nothing when the files were deleted', async () => {
    const { id, ann, requestId } = await deliver();
    await expire(id);
    fixture.holds.delete(requestId);
    await expect(fixture.call(requests.extend, { id, expiry: inHours(2) }, ann)).rejects.toMatchObject({
      code: 'FILES_GONE',
    });
    expect((await row(id)).expiresAt.getTime()).toBeLessThan(Date.now());
  });
});

describe('the link', () => {
  it('is mailed again at most once a minute, by the sender of a live transfer', async () => {
    const { id, ann, rita } = await deliver();
    const resend = (by: Parameters<Fixture['call']>[2] = ann) => fixture.call(requests.resendLink, { id }, by);
    await resend();
    const refusal = await resend().catch((error) => error);
    expect(refusal).toMatchObject({ code: 'TOO_MANY', status: 429 });
    expect(refusal.retryAfter).toBeLessThanOrEqual(60);
    expect(await links(rita)).toHaveLength(1);
    await change(id, { linkMailedAt: new Date(Date.now() - 61_000) });
    await resend();
    expect(await links(rita)).toHaveLength(2);
    await expect(resend(sender())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(resend(rita)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(resend(publicActor)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expire(id);
    await expect(resend()).rejects.toMatchObject({ code: 'TRANSFER_EXPIRED' });
    expect(await links(rita)).toHaveLength(2);
  });
});

describe('revoking', () => {
  it('informs the receiver of the reason and releases the files', async () => {
    const { id, ann, rita, requestId } = await deliver();
    expect(fixture.holds.has(requestId)).toBe(true);
    await fixture.call(requests.revoke, { id, reason: ' the wrong year ' }, ann);
    await expect(fixture.call(requests.transfer, { id }, rita)).rejects.toMatchObject({
      code: 'TRANSFER_REVOKED',
      status: 410,
      message: 'The sender has revoked this transfer: the wrong year',
    });
    expect(await of(requestEvents.revoked, requestId)).toMatchObject([{ reason: 'the wrong year' }]);
    expect(fixture.holds.has(requestId)).toBe(false);
    await fixture.call(requests.revoke, { id, reason: 'another' }, ann);
    expect((await row(id)).revokeReason).toBe('the wrong year');
  });
});

describe('requesting again', () => {
  it('creates one new request for the same files, however often it is called', async () => {
    const { id, ann, rita, files, requestId } = await deliver();
    const again = (note?: string) => fixture.call(requests.askAgain, { id, note }, rita);
    await expect(again()).rejects.toMatchObject({ code: 'TRANSFER_LIVE', status: 409 });
    await expire(id);
    const answers = await Promise.all([1, 2, 3, 4].map(() => again('I was away')));
    const { request } = answers[0]!;
    expect(new Set(answers.map((answer) => answer.request.id))).toEqual(new Set([request.id]));
    expect(request).toMatchObject({
      status: 'pending',
      fileIds: files.map(({ fileId }) => fileId),
      note: 'I was away',
      companyName: ann.companyName,
    });
    expect(request.id).not.toBe(requestId);
    expect(await of(requestEvents.created, request.id)).toHaveLength(1);
    expect(await fixture.accept(request.id, ann)).toMatchObject({ request: { status: 'accepted' } });
  });

  it('works after a revocation, only for the receiver', async () => {
    const { id, ann, rita } = await deliver();
    await fixture.call(requests.revoke, { id }, ann);
    for (const other of [ann, sender(), receiver()])
      await expect(fixture.call(requests.askAgain, { id }, other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(fixture.call(requests.askAgain, { id }, publicActor)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await expect(fixture.call(requests.askAgain, { id }, { ...rita, kycStatus: 'Pending' })).rejects.toMatchObject({
      code: 'KYC_PENDING',
    });
    expect((await fixture.call(requests.askAgain, { id }, rita)).request.status).toBe('pending');
  });
});

describe('downloads', () => {
  const archive = (of: Delivered, by: UserActor, use: 'start' | 'resume' | 'look' = 'start') =>
    fixture.call(requests.openArchive, { transferId: of.id, use }, by);
  const resumed = async (of: Delivered, part: number) => {
    const { size } = await archive(of, of.rita, 'look');
    const bytes = Math.floor(size * part);
    await fixture.call(requests.openArchive, { transferId: of.id, use: 'resume', bytes }, of.rita);
    return bytes;
  };
  const listed = async (ann: UserActor): Promise<TransferItem> =>
    (await fixture.call(requests.transfers, { page: 1, pageSize: 50 }, ann)).items[0]!;

  it('are counted when they start, only for the receiver, and the first publishes one event', async () => {
    const delivered = await deliver();
    const { ann, rita, files, requestId, id } = delivered;
    await archive(delivered, ann);
    await archive(delivered, rita, 'look');
    expect((await listed(ann)).downloads).toEqual([]);
    await Promise.all([archive(delivered, rita), archive(delivered, rita)]);
    await archive(delivered, rita, 'resume');
    await fixture.call(requests.openFile, { transferId: id, fileId: files[1]!.fileId, use: 'resume' }, rita);
    expect((await listed(ann)).downloads).toEqual([
      {
        what: 'file',
        fileId: files[1]!.fileId,
        name: 'b.csv',
        byEmail: rita.email,
        count: 1,
        firstAt: expect.any(String),
        lastAt: expect.any(String),
      },
      {
        what: 'archive',
        fileId: null,
        name: 'Ann Trading.zip',
        byEmail: rita.email,
        count: 2,
        firstAt: expect.any(String),
        lastAt: expect.any(String),
      },
    ]);
    expect(await of(requestEvents.firstDownloaded, requestId)).toHaveLength(1);
  });

  it('stop at their limit, also for parallel calls; an interrupted download can resume', async () => {
    const delivered = await deliver({ maxDownloads: 2 });
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => archive(delivered, delivered.rita)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'DOWNLOADS_USED', status: 410 });
    await archive(delivered, delivered.rita, 'resume');
    await archive(delivered, delivered.ann);
    await fixture.call(
      requests.openFile,
      { transferId: delivered.id, fileId: delivered.files[0]!.fileId },
      delivered.rita,
    );
    expect(await fixture.call(requests.transfer, { id: delivered.id }, delivered.rita)).toMatchObject({
      maxDownloads: 2,
    });
  });

  it('can resume for twice their bytes; after that, another download is counted', async () => {
    const delivered = await deliver({ maxDownloads: 2 });
    const counted = async () => (await listed(delivered.ann)).downloads.map(({ count }) => count);
    await archive(delivered, delivered.rita);
    for (let n = 0; n < 4; n += 1) await resumed(delivered, 0.4);
    expect(await counted()).toEqual([1]);
    const bytes = await resumed(delivered, 0.4);
    await fixture.call(requests.returnBytes, { transferId: delivered.id, bytes }, delivered.rita);
    await resumed(delivered, 0.4);
    expect(await counted()).toEqual([1]);
    await resumed(delivered, 0.4);
    expect(await counted()).toEqual([2]);
    for (let n = 0; n < 5; n += 1) await resumed(delivered, 0.4);
    await expect(resumed(delivered, 0.4)).rejects.toMatchObject({ code: 'DOWNLOADS_USED', status: 410 });
  });
});

describe('lists', () => {
  it('show each side its own transfers, paged, searched, filtered by status and sorted', async () => {
    const [ann, rita, tom] = [sender(), receiver({ companyName: 'Abel Ltd' }), receiver({ companyName: 'Zoe Ltd' })];
    const first = await deliver({ ann, rita, expiry: inHours(1) });
    const second = await deliver({ ann, rita: tom, expiry: inHours(5) });
    const third = await deliver({ ann, rita, expiry: inHours(3) });
    await expire(first.id);
    await fixture.call(requests.revoke, { id: second.id, reason: 'why not' }, ann);
    const list = async (query: object, by = ann) => {
      const page = await fixture.call(requests.transfers, { page: 1, pageSize: 50, ...query }, by);
      return { ...page, ids: page.items.map(({ id }) => id) };
    };
    const all = await list({});
    expect(all.ids).toEqual([third.id, second.id, first.id]);
    expect(all.items[1]).toMatchObject({
      status: 'revoked',
      reason: 'why not',
      companyName: 'Zoe Ltd',
      receiverEmail: tom.email,
      files: 2,
      fileNames: ['a.csv', 'b.csv'],
      size: 6_000_000_000,
    });
    expect(await list({ pageSize: 2, page: 2 })).toMatchObject({ ids: [first.id], total: 3, page: 2, pageSize: 2 });
    for (const [status, id] of [
      ['live', third.id],
      ['expired', first.id],
      ['revoked', second.id],
    ])
      expect((await list({ status })).ids).toEqual([id]);
    expect((await list({ q: 'zoe' })).ids).toEqual([second.id]);
    expect((await list({ sort: 'companyName' })).ids[2]).toBe(second.id);
    expect((await list({ sort: '-expiry' })).ids[0]).toBe(second.id);
    await expect(list({ sort: 'secret' })).rejects.toMatchObject({ code: 'INVALID' });
    await expect(list({ status: 'open' })).rejects.toMatchObject({ code: 'INVALID' });
    expect((await list({}, sender())).total).toBe(0);
    await expect(list({}, rita)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    const mine = await fixture.call(requests.myTransfers, { page: 1, pageSize: 50 }, rita);
    expect(mine.items.map(({ id, companyName }) => [id, companyName])).toEqual([
      [third.id, 'Ann Trading'],
      [first.id, 'Ann Trading'],
    ]);
    await expect(fixture.call(requests.myTransfers, { page: 1, pageSize: 50 }, publicActor)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });
});

describe('the sweeper', () => {
  const sweep = (hours: number) => fixture.app.get(TransferSweeper).sweep(new Date(Date.now() + hours * 3_600_000));
  const reminders = (rita: UserActor) => fixture.mails('transfer-expiring', rita.email);

  it('reminds once, a day before the expiry, of a transfer without downloads', async () => {
    const [forgotten, fetched, withdrawn, short] = [
      await deliver({ expiry: inHours(72) }),
      await deliver({ expiry: inHours(72) }),
      await deliver({ expiry: inHours(72) }),
      await deliver({ expiry: inHours(20) }),
    ];
    await fixture.call(requests.openArchive, { transferId: fetched.id }, fetched.rita);
    await fixture.call(requests.revoke, { id: withdrawn.id }, withdrawn.ann);
    await sweep(47);
    expect(await reminders(forgotten.rita)).toEqual([]);
    await Promise.all([sweep(49), sweep(49)]);
    await sweep(50);
    const [only, ...others] = await reminders(forgotten.rita);
    expect(others).toEqual([]);
    expect(only!.mail.data).toMatchObject({
      fileNames: ['a.csv', 'b.csv'],
      link: transferLink(origin, forgotten.id, forgotten.expiry),
    });
    expect(await of(requestEvents.expiringSoon, forgotten.requestId)).toMatchObject([{ expiry: forgotten.expiry }]);
    for (const { rita } of [fetched, withdrawn, short]) expect(await reminders(rita)).toEqual([]);
  });

  it('removes the archive of an ended transfer, also if it is built afterwards', async () => {
    const store = fixture.app.get(ObjectStore);
    const { id, ann, requestId } = await deliver();
    const key = `transfers/${requestId}/1.zip`;
    const build = async () => {
      await store.put(key, Readable.from([Buffer.from('zip')]));
      await fixture.call(requests.attachArchive, { transferId: id, generation: 1, size: 3 }, worker);
    };
    await build();
    await sweep(0);
    expect(await store.stat(key)).not.toBeNull();
    await fixture.call(requests.revoke, { id }, ann);
    await sweep(0);
    expect(await store.stat(key)).toBeNull();
    await build();
    await sweep(0);
    expect(await store.stat(key)).toBeNull();
  });

  it('removes archives of earlier generations too', async () => {
    const store = fixture.app.get(ObjectStore);
    const { id, ann, requestId } = await deliver();
    await expire(id);
    await sweep(0);
    await fixture.call(requests.extend, { id, expiry: inHours(2) }, ann);
    const keys = [1, 2].map((generation) => `transfers/${requestId}/${generation}.zip`);
    for (const key of keys) await store.put(key, Readable.from([Buffer.from('zip')]));
    await fixture.call(requests.revoke, { id }, ann);
    await sweep(0);
    expect(await Promise.all(keys.map((key) => store.stat(key)))).toEqual([null, null]);
  });

  it('removes an archive that was not used for a week, and it can still be downloaded', async () => {
    const store = fixture.app.get(ObjectStore);
    const transfers = [await deliver({ expiry: inHours(24 * 30) }), await deliver({ expiry: inHours(24 * 30) })];
    for (const { id, requestId } of transfers) {
      await store.put(`transfers/${requestId}/1.zip`, Readable.from([Buffer.from('zip')]));
      await fixture.call(requests.attachArchive, { transferId: id, generation: 1, size: 3 }, worker);
      await change(id, { archiveReadyAt: new Date(Date.now() - 8 * 24 * 3_600_000) });
    }
    const [used, unused] = transfers as [Delivered, Delivered];
    const opened = await fixture.call(requests.openArchive, { transferId: used.id }, used.rita);
    await sweep(0);
    expect(await store.stat(`transfers/${used.requestId}/1.zip`)).not.toBeNull();
    expect(await store.stat(`transfers/${unused.requestId}/1.zip`)).toBeNull();
    expect(opened.entries).toBeUndefined();
    const streamed = await fixture.call(requests.openArchive, { transferId: unused.id }, unused.rita);
    expect(streamed.entries).toHaveLength(2);
    expect(streamed.etag).toBe(`${unused.requestId}-1`);
    await sweep(8 * 24);
    expect(await store.stat(`transfers/${used.requestId}/1.zip`)).toBeNull();
  });
});

/** Whether another transaction waits for a lock that this one has. */
async function isWaitedFor(tx: Tx): Promise<boolean> {
  const [{ waiting }] = (await sql(tx).query(
    'SELECT EXISTS (SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))) AS waiting',
  )) as [{ waiting: boolean }];
  return waiting;
}

describe('stored archives', () => {
  const reached: object[] = [];
  beforeAll(() =>
    fixture.stubService(identity.recordReachedLimits, ({ reached: reported }) => {
      reached.push(...reported);
      return { recorded: reported.length };
    }),
  );

  /** Three of them are 18 GB; 20 GB fit. */
  const fill = async (ann: UserActor) => [await deliver({ ann }), await deliver({ ann }), await deliver({ ann })];

  it('have their own limit: beyond it nothing is accepted, and an ended transfer frees space', async () => {
    const ann = sender();
    const [first] = await fill(ann);
    await expect(deliver({ ann })).rejects.toMatchObject({ code: 'ARCHIVES_FULL', status: 409 });
    await fixture.app.get(LimitReporter).report();
    expect(reached).toContainEqual({ limit: 'archiveBytes', key: ann.companyId, times: 1 });
    expect(await sql(fixture.db.read).countBy(TransferRow, { request: { senderCompanyId: ann.companyId! } })).toBe(3);
    await expect(deliver()).resolves.toBeDefined();
    await fixture.call(requests.revoke, { id: first!.id }, ann);
    await fixture.app.get(TransferSweeper).sweep();
    await expect(deliver({ ann })).resolves.toBeDefined();
  });

  it('are limited in number while they wait or are built, and the next is accepted once one is ready', async () => {
    const ann = sender();
    const ask = async () => {
      const [file] = fixture.stock(ann, 'a.csv');
      file!.size = 10;
      const [request] = (await fixture.ask([file!], receiver())).requests;
      await fixture.prove(request!.id, ann);
      return request!.id;
    };
    const accept = (requestId: string) => fixture.call(requests.confirm, { requestId, expiry: inAnHour() }, ann);
    const asked: string[] = [];
    for (let n = 0; n <= archivesBuilding; n += 1) asked.push(await ask());
    const results = await Promise.allSettled(asked.map(accept));
    const refused = results.findIndex(({ status }) => status === 'rejected');
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(archivesBuilding);
    expect(results[refused]).toMatchObject({
      reason: { code: 'TOO_MANY', status: 429, retryAfter: 30, message: limits.archivesBuilding.message },
    });
    await fixture.app.get(LimitReporter).report();
    expect(reached).toContainEqual({ limit: 'archivesBuilding', key: ann.companyId, times: 1 });
    await expect(deliver()).resolves.toBeDefined();
    const [ready] = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value.transfer.id] : []));
    await fixture.call(requests.attachArchive, { transferId: ready!, generation: 1, size: 5 }, worker);
    await expect(accept(asked[refused]!)).resolves.toBeDefined();
  });

  it('are counted again by an acceptance that began before another one ended', async () => {
    const ann = sender();
    const [other] = await fill(ann);
    await fixture.call(requests.revoke, { id: other!.id }, ann);
    await fixture.app.get(TransferSweeper).sweep();
    const [request] = (await fixture.ask(fixture.stock(ann, 'a.csv', 'b.csv'), receiver())).requests;
    await fixture.prove(request!.id, ann);
    let second: Promise<unknown> | undefined;
    await fixture.app.get(Db).transaction(async (tx) => {
      await fixture.app.get(TransfersRepository).lockArchives(tx, ann.companyId!);
      second = fixture.call(requests.confirm, { requestId: request!.id, expiry: inAnHour() }, ann);
      const waits = waitFor(() => isWaitedFor(tx), { what: 'the second acceptance to wait' });
      expect(await Promise.race([waits, second.then(() => 'did not wait')])).toBe(true);
      await sql(tx).query('UPDATE transfer SET archive_removed_at = NULL WHERE id = $1', [other!.id]);
    });
    await expect(second).rejects.toMatchObject({ code: 'ARCHIVES_FULL' });
  });

  it('are counted together when a company accepts many at once, and when an archive is built again', async () => {
    const ann = sender();
    const asked: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      const [request] = (await fixture.ask(fixture.stock(ann, 'a.csv', 'b.csv'), receiver())).requests;
      await fixture.prove(request!.id, ann);
      asked.push(request!.id);
    }
    const results = await Promise.allSettled(
      asked.map((requestId) => fixture.call(requests.confirm, { requestId, expiry: inAnHour() }, ann)),
    );
    const accepted = results.flatMap((one) => (one.status === 'fulfilled' ? one.value.transfer.id : []));
    expect(accepted).toHaveLength(3);
    const refused = results.flatMap((one) => (one.status === 'rejected' ? (one.reason as { code: string }).code : []));
    expect(refused).toEqual(Array(5).fill('ARCHIVES_FULL'));
    await expire(accepted[0]!);
    await fixture.app.get(TransferSweeper).sweep();
    await deliver({ ann });
    const extended = fixture.call(requests.extend, { id: accepted[0]!, expiry: inHours(2) }, ann);
    await expect(extended).rejects.toMatchObject({ code: 'ARCHIVES_FULL' });
  });
});
