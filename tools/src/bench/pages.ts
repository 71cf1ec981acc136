import { randomUUID } from 'node:crypto';
import { routes } from '@tradepost/contracts/routes';
import { Client } from 'pg';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { newAccount, registerSender } from '../client/people';
import type { Topology } from '../topology/start';
import { inParallel, median, seconds, spread } from './support/measure';
import { RawHttp } from './support/raw-http';

const rounds = 7;
const calls = 200;
const atOnce = 4;
const [few, many] = [100, 10_000] as const;
const least = 0.9;

/** A page of 50 out of 10,000 files compared with a page of 50 out of 100, in alternating rounds. */
export async function pages(topology: Topology): Promise<boolean> {
  const client = await registerSender(topology, newAccount('pages'));
  const [small, large] = [await folderOf(topology, client, few), await folderOf(topology, client, many)];
  const http = new RawHttp(topology.origin);
  const rateOf = async (folderId: string, query: string) => {
    const path = `/api/file-sharing/folders/${folderId}/files?page=1&pageSize=50&${query}`;
    return (
      calls /
      (await seconds(() =>
        inParallel(calls, atOnce, () => http.send('GET', path, { authorization: `Bearer ${client.token}` })),
      ))
    );
  };
  let good = true;
  for (const query of ['sort=-updatedAt', 'sort=name', 'type=spreadsheet']) {
    const rates: { small: number; large: number }[] = [];
    for (let round = -1; round < rounds; round++) {
      const rate = { small: await rateOf(small, query), large: await rateOf(large, query) };
      if (round >= 0) rates.push(rate);
    }
    const ratio = median(rates.map((rate) => rate.large / rate.small));
    console.log(
      `page of 50, ${query}: ${spread(
        rates.map((rate) => rate.large),
        0,
      )} a second out of ${many}, ${spread(
        rates.map((rate) => rate.small),
        0,
      )} out of ${few}: ratio ${ratio.toFixed(2)} (at least ${least})`,
    );
    good = good && ratio >= least;
  }
  http.close();
  return good;
}

/** A folder with so many files that have no bytes: only lists look at them. @returns its id */
export async function folderOf({ servers }: Topology, client: ApiClient, files: number): Promise<string> {
  const { user } = await client.send(routes.me, {});
  const { id } = await client.send(routes.createFolder, { name: `Bench ${randomUUID()}` });
  const owner = new Client(servers.postgres);
  await owner.connect();
  try {
    await owner.query('SET search_path TO storage');
    await owner.query(
      `WITH given AS MATERIALIZED (
         SELECT gen_random_uuid() AS id, n, n % 97 AS size, now() - n * interval '1 second' AS at FROM generate_series(1, $3::int) n),
       versions AS (
         INSERT INTO file_version (file_id, version, company_id, object_key, mime_type, size, created_at)
         SELECT id, 1, $1, 'none', 'text/csv', size, at FROM given)
       INSERT INTO file (id, company_id, folder_id, name, current_version, mime_type, file_group, size, category, currency, price, number_of_records, total_amount, created_at, updated_at)
       SELECT id, $1, $2, 'file ' || n || '.csv', 1, 'text/csv', 'spreadsheet', size, 'Trade', 'EUR', 0, 0, 0, at, at FROM given`,
      [user.companyId, id, files],
    );
    await owner.query('VACUUM ANALYZE file, file_version');
  } finally {
    await owner.end();
  }
  return id;
}
