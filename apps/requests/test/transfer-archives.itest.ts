import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { limits } from '@tradepost/contracts/limits/table';
import { requestEvents, requests } from '@tradepost/contracts/requests';
import { transferLink } from '@tradepost/contracts/values/transfer-link';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { LimitReporter } from '@tradepost/service-kit/limits/limit-reporter';
import { waitFor } from '@tradepost/testing/wait-for';
import { Readable } from 'node:stream';
import { TransferRow } from '../src/transfer/transfer.entity';
import { TransferSweeper } from '../src/transfer/transfer.sweeper';
import { TransfersRepository } from '../src/transfer/transfers.repository';
import { inAnHour, origin, receiver, sender, startFixture, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';
import { inHours, type Delivered, transfersOf } from './transfer-kit';

const worker = { kind: 'system', service: 'worker-zip' } as const;
const archivesBuilding = 9;
let fixture: Fixture;
beforeAll(async () => {
  process.env[limits.archivesBuilding.setting] = String(archivesBuilding);
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const { deliver, change, expire, of } = transfersOf(() => fixture);

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
