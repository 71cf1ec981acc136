import { maxRequestedFiles, mostListedRequests, requests, type RequestView } from '@tradepost/contracts/requests';
import type { Page } from '@tradepost/contracts/values/fields';
import { receiver, sender, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

/** Below a message of the bus (`deploy/nats.conf`). */
const mostBytes = 7 * 1024 ** 2;
const bytesOf = (answer: unknown) => Buffer.byteLength(JSON.stringify(answer));

/** Copies a transfer and its request, with this many files that were all downloaded; each copy was made a second before the one before it. */
const copyTransfer = (id: string, { times, files, name }: { times: number; files: number; name: string }) =>
  fixture.db.source.query(
    `WITH copies AS (SELECT n, gen_random_uuid() AS request, 't' || n AS id FROM generate_series(1, $2::int) n),
     asked AS (INSERT INTO access_request SELECT (jsonb_populate_record(r, jsonb_build_object('id', copies.request))).*
       FROM access_request r, copies WHERE r.id = (SELECT request_id FROM transfer WHERE id = $1) RETURNING id),
     sent AS (INSERT INTO transfer SELECT (jsonb_populate_record(t, jsonb_build_object('id', copies.id, 'request_id', copies.request, 'created_at', t.created_at - n * interval '1 second'))).*
       FROM transfer t, copies JOIN asked ON asked.id = copies.request WHERE t.id = $1 RETURNING id),
     contents AS (INSERT INTO transfer_file SELECT (jsonb_populate_record(f, jsonb_build_object('transfer_id', copies.id, 'position', p, 'file_id', gen_random_uuid(), 'name', p || $4::text))).*
       FROM transfer_file f, copies JOIN sent USING (id), generate_series(0, $3::int - 1) p WHERE f.transfer_id = $1 RETURNING transfer_id, file_id, position)
     INSERT INTO download (transfer_id, object, count, first_at, last_at)
     SELECT transfer_id, file_id::text, 1, now(), now() - position * interval '1 second' FROM contents`,
    [id, times, files, name],
  );

/** Copies a request with this many files, some of them sealed; each copy was made a second before the one before it. */
const copy = (id: string, { times, files, name = 'x.csv' }: { times: number; files: number; name?: string }) =>
  fixture.db.source.query(
    `WITH copies AS (SELECT n, CASE WHEN n = 0 THEN $1::uuid ELSE gen_random_uuid() END AS id FROM generate_series(0, $2::int) n),
     rows AS (INSERT INTO access_request SELECT (jsonb_populate_record(r, jsonb_build_object('id', copies.id, 'created_at', r.created_at - n * interval '1 second'))).*
       FROM access_request r, copies WHERE r.id = $1 AND n > 0 RETURNING id)
     INSERT INTO request_file SELECT (jsonb_populate_record(f, jsonb_build_object('request_id', copies.id, 'position', p, 'file_id', gen_random_uuid(),
         'name', p || $4::text, 'mode', CASE WHEN p = $3::int - 1 THEN 'e2e' ELSE 'managed' END))).*
     FROM request_file f, copies LEFT JOIN rows USING (id), generate_series(0, $3::int - 1) p
     WHERE f.request_id = $1 AND (p > 0 OR n > 0)`,
    [id, times - 1, files, name],
  );

async function requested(given: { times: number; files: number; name?: string }, texts = '') {
  const [ann, rita] = [sender(), receiver()];
  const [file] = fixture.stock(ann, 'prices.csv');
  const { requests: made } = await fixture.call(
    requests.create,
    { files: [{ id: file!.fileId }], note: texts, intendedUse: texts },
    rita,
  );
  await copy(made[0]!.id, given);
  return { ann, rita };
}

const longName = `${'n'.repeat(240)}/${'ü'.repeat(240)}.csv`;
const filesIn = ({ files, fileIds, fileNames, omittedFiles = 0 }: RequestView) => {
  expect([fileIds.length, fileNames.length]).toEqual([files.length, files.length]);
  return { listed: files.length, all: files.length + omittedFiles };
};

describe('lists of requests', () => {
  it('have all files of every request while they are few', async () => {
    const { ann, rita } = await requested({ times: 40, files: 25 });
    for (const answer of [
      await fixture.call(requests.ofCompany, {}, ann),
      ((await fixture.call(requests.mine, { page: 1, pageSize: 200 }, rita)) as Page<RequestView>).items,
    ] as RequestView[][]) {
      expect(answer).toHaveLength(40);
      for (const one of answer) {
        expect(one).not.toHaveProperty('omittedFiles');
        expect(filesIn(one).listed).toBe(25);
      }
    }
  });

  it('fit into a message of the bus with requests of the most and longest files, and say what they leave out', async () => {
    const { ann, rita } = await requested({ times: 24, files: maxRequestedFiles, name: longName }, '€'.repeat(1_000));
    const page = (await fixture.call(requests.ofCompany, { page: 1, pageSize: 200 }, ann)) as Page<RequestView>;
    expect([page.total, page.items.length]).toEqual([24, 24]);
    const plain = (await fixture.call(requests.mine, {}, rita)) as RequestView[];
    expect(plain.map(({ id }) => id)).toEqual(page.items.map(({ id }) => id));
    for (const list of [page.items, plain]) {
      expect(bytesOf(list)).toBeLessThan(mostBytes);
      for (const one of list) {
        expect(filesIn(one).all).toBe(maxRequestedFiles);
        expect(filesIn(one).listed).toBeGreaterThan(20);
        // only the last file is sealed, which no list has
        expect(one).toMatchObject({ mode: 'mixed', waitsForKey: true, waitsForSignature: true });
      }
    }
    // alone, or by its details, a request has all
    const { items } = (await fixture.call(requests.mine, { page: 1, pageSize: 1 }, rita)) as Page<RequestView>;
    expect(filesIn(items[0]!).listed).toBe(maxRequestedFiles);
    const { request } = await fixture.call(requests.details, { id: items[0]!.id }, rita);
    expect(filesIn(request).listed).toBe(maxRequestedFiles);
    const ids = page.items.map(({ id }) => id);
    const { rejected, failed } = await fixture.call(requests.rejectMany, { ids, reason: '€'.repeat(1_000) }, ann);
    expect([rejected.length, failed]).toEqual([24, []]);
    expect(bytesOf(rejected)).toBeLessThan(mostBytes);
    for (const one of rejected) expect([one.status, filesIn(one).all]).toEqual(['rejected', maxRequestedFiles]);
  });

  it('without pages end at a bound of rows, and of bytes; pages have all', async () => {
    const many = await requested({ times: mostListedRequests + 5, files: 1 });
    const newest = (await fixture.call(requests.ofCompany, {}, many.ann)) as RequestView[];
    expect(newest).toHaveLength(mostListedRequests);
    expect(await fixture.call(requests.ofCompany, { page: 6, pageSize: 200 }, many.ann)).toMatchObject({
      total: mostListedRequests + 5,
      items: { length: 5 },
    });
    const { rita } = await requested({ times: mostListedRequests, files: 2 }, '€'.repeat(1_000));
    const plain = (await fixture.call(requests.mine, {}, rita)) as RequestView[];
    expect(plain.length).toBeGreaterThan(500);
    expect(plain.length).toBeLessThan(mostListedRequests);
    expect(bytesOf(plain)).toBeLessThan(mostBytes);
  });

  it('of transfers fit into a message of the bus with all files downloaded, and have the newest downloads of each', async () => {
    const [ann, rita] = [sender(), receiver()];
    const { id } = await fixture.pending(ann, rita);
    const { transfer } = await fixture.accept(id, ann);
    const name = `${'n'.repeat(240)}/${'😀'.repeat(250)}.csv`;
    await copyTransfer(transfer.id, { times: 40, files: maxRequestedFiles, name });
    for (const [command, by] of [
      [requests.transfers, ann],
      [requests.myTransfers, rita],
    ] as const) {
      const page = await fixture.call(command, { pageSize: 200 }, by);
      expect([page.total, page.items.length]).toEqual([41, 41]);
      expect(bytesOf(page)).toBeLessThan(mostBytes);
      for (const { files, downloads } of page.items.slice(1)) {
        expect([files, downloads.length]).toEqual([maxRequestedFiles, Math.floor(1_000 / 41)]);
        expect(downloads[0]!.name).toBe(`0${name}`);
      }
    }
    const { items } = await fixture.call(requests.transfers, { page: 2, pageSize: 1 }, ann);
    expect(items[0]!.downloads).toHaveLength(1_000);
  });
});
