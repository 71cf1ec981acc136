import { Client } from 'pg';
import { waitFor } from '../wait-for';

/** How much a database holds. */
export interface Growth {
  companies: number;
  files: number;
  entries: number;
}

/** Files and entries of the first company: it is as large as a company gets. */
const filesOfLargest = 10_000;
/** One of so many audit entries is of the first company: 10,000 of them, or a hundredth. */
const stepOfLargest = (entries: number) => Math.min(100, Math.max(1, Math.floor(entries / 10_000)));

/** Like the ids of the product: in the order of their time. */
const idOf = (kind: string, n: string) =>
  `(right('0' || to_hex(1700000000000 + (${n})), 12) || '7' || substr(md5('${kind}' || (${n})), 1, 3) || '8' || substr(md5('${kind}' || (${n})), 4, 15))::uuid`;
const hash = (n: string) => `md5((${n})::text) || md5('more' || (${n}))`;
const before = (seconds: string) => `timestamptz '2026-01-01' - (${seconds}) * interval '1 second'`;
const address = (n: string) => `'person-' || (${n}) || '@example.com'`;

const identity = ({ companies }: Growth) => [
  `INSERT INTO identity.account (id, email, address_key, first_name, last_name, user_type, password_hash, verified_at, created_at)
   SELECT ${idOf('person', 'n')}, ${address('n')}, ${address('n')}, 'Ann', 'Number ' || n, 'sender', 'none', ${before('n')}, ${before('n')}
   FROM generate_series(1, ${companies}) AS n`,
  `INSERT INTO identity.company (id, owner_id, company_name, country, address_line1, city, post_code, trading_currency, telephone_number,
                                 contract_email, billing_email, kyc_status, total_storage)
   SELECT ${idOf('company', 'n')}, ${idOf('person', 'n')}, 'Company ' || n, 'DE', 'Street 1', 'Berlin', '10115', 'EUR', '1', ${address('n')},
          ${address('n')}, 'approved', 1e12
   FROM generate_series(1, ${companies}) AS n`,
  `INSERT INTO identity.session (id, account_id, scope, created_at, expires_at, agent, ip, binding)
   SELECT ${idOf('session', 'n')}, ${idOf('person', 'n')}, 'session', now(), now() + interval '1 day', 'Firefox', '192.0.2.1', md5('b' || n)
   FROM generate_series(1, ${companies}) AS n`,
  // the owner of the next company is the partner
  `INSERT INTO identity.invitation (id, company_id, inviter_id, email, address_key, status, version, created_at, accepted_at, accepted_by)
   SELECT ${idOf('invitation', 'n')}, ${idOf('company', 'n')}, ${idOf('person', 'n')}, ${address('n + 1')}, ${address('n + 1')}, 'accepted', 1,
          ${before('n')}, ${before('n')}, ${idOf('person', 'n + 1')}
   FROM generate_series(1, ${companies} - 1) AS n`,
];

const storage = ({ companies, files }: Growth) => [
  `INSERT INTO storage.account (company_id, company_name, owner_id, total_bytes, used_bytes)
   SELECT ${idOf('company', 'n')}, 'Company ' || n, ${idOf('person', 'n')}, 1e15, 0 FROM generate_series(1, ${companies}) AS n`,
  `INSERT INTO storage.folder (id, company_id, name, created_at)
   SELECT ${idOf('folder', 'n')}, ${idOf('company', 'n')}, 'Folder ' || n, ${before('n')} FROM generate_series(1, ${companies}) AS n`,
  `INSERT INTO storage.share (id, folder_id, email, created_at, address_key)
   SELECT ${idOf('share', 'n')}, ${idOf('folder', 'n')}, ${address('n + 1')}, ${before('n')}, ${address('n + 1')}
   FROM generate_series(1, ${companies}) AS n`,
  `INSERT INTO storage.partner (company_id, address_key, ended)
   SELECT ${idOf('company', 'n')}, ${address('n + 1')}, false FROM generate_series(1, ${companies}) AS n`,
  `CREATE TEMPORARY TABLE given AS
   SELECT n, ${idOf('file', 'n')} AS id, owner, ${idOf('company', 'owner')} AS company_id, ${idOf('folder', 'owner')} AS folder_id,
          CASE WHEN n % 100 = 0 THEN 'image' WHEN n % 3 = 0 THEN 'spreadsheet' ELSE 'document' END AS file_group,
          CASE WHEN n % 100 = 0 THEN 'image/png' WHEN n % 3 = 0 THEN 'text/csv' ELSE 'application/pdf' END AS mime_type,
          ${before(`${files} - n`)} AS at, ${hash('n')} AS sha256
   FROM (SELECT n, CASE WHEN n <= ${filesOfLargest} THEN 1 ELSE 1 + n % ${companies} END AS owner FROM generate_series(1, ${files}) AS n) AS each`,
  `INSERT INTO storage.file (id, company_id, folder_id, name, mime_type, size, category, currency, price, number_of_records, total_amount,
                             created_at, updated_at, file_group, current_version)
   SELECT id, company_id, folder_id, 'Report ' || n || '.dat', mime_type, 10000 + n % 1000, 'finance', 'EUR', 1, 100, 100, at, at, file_group, 1
   FROM given`,
  `INSERT INTO storage.file_version (file_id, version, company_id, object_key, mime_type, size, sha256, crc32, created_at)
   SELECT id, 1, company_id, company_id || '/' || folder_id || '/' || sha256, mime_type, 10000 + n % 1000, sha256, n, at FROM given`,
  `INSERT INTO storage.upload (id, company_id, file_id, version, object_key, original_name, upload_key, committed_at, size, mime_type, category,
                               currency, price, number_of_records, total_amount, created_at)
   SELECT ${idOf('upload', 'n')}, company_id, id, 1, company_id || '/' || folder_id || '/' || sha256, 'Report', company_id || ' ' || n, at,
          10000, mime_type, 'finance', 'EUR', 1, 100, 100, at
   FROM given`,
  `INSERT INTO storage.upload_part (upload_id, number, object_key, size, sha256)
   SELECT ${idOf('upload', 'n')}, 1, company_id || '/' || folder_id || '/' || sha256 || '.part-1', 10000, sha256 FROM given`,
  `INSERT INTO storage.upload_part_address (upload_id, number, md5) SELECT ${idOf('upload', 'n')}, 1, md5(sha256) FROM given`,
  `UPDATE storage.folder SET file_count = counted.files, files_version = counted.files, type_counts = counted.types
   FROM (SELECT folder_id, sum(n) AS files, jsonb_object_agg(file_group, n) AS types
         FROM (SELECT folder_id, file_group, count(*) AS n FROM given GROUP BY folder_id, file_group) AS of_type GROUP BY folder_id) AS counted
   WHERE folder.id = counted.folder_id`,
  'DROP TABLE given',
];

const audit = ({ companies, entries }: Growth) => {
  const step = stepOfLargest(entries);
  return [
    `CREATE TEMPORARY TABLE given AS
   SELECT n, ${idOf('entry', 'n')} AS id, CASE WHEN n % ${step} = 0 THEN 1 ELSE 2 + other % ${companies - 1} END AS owner,
          CASE WHEN n % ${step} = 0 THEN n / ${step} ELSE 1 + other / ${companies - 1} END AS sequence
   FROM (SELECT n, n - n / ${step} - 1 AS other FROM generate_series(1, ${entries}) AS n) AS each`,
    `INSERT INTO audit.entry (id, chain_id, sequence, at, action, actor, actor_id, ip, request_id, message, hash, commitments)
   SELECT id, ${idOf('company', 'owner')}, sequence, ${before(`${entries} - n`)}, 'storage.file-uploaded', U&'\\FDD0person:1\\FDD1',
          ${idOf('person', 'owner')}, U&'\\FDD0address:2\\FDD1', md5('request' || n), U&'File Report ' || n || ' uploaded to folder Folder ' || owner,
          ${hash('n')}, ARRAY[left(${hash('n')}, 43), left(${hash('-n')}, 43)]
   FROM given`,
    `INSERT INTO audit.entry_text (entry_id, place, subject, salt, text)
   SELECT id, place, CASE place WHEN 1 THEN ${address('owner')} ELSE ${idOf('person', 'owner')}::text END, decode(md5(n::text), 'hex'),
          CASE place WHEN 1 THEN ${address('owner')} ELSE '192.0.2.1' END
   FROM given, generate_series(1, 2) AS place`,
    `INSERT INTO audit.chain (id, length, head)
   SELECT ${idOf('company', 'owner')}, max(sequence), ${hash('owner')} FROM given GROUP BY owner`,
    'DROP TABLE given',
  ];
};

const schemas = { identity, storage, audit };

/**
 * Fills empty schemas with the rows of many companies, without objects and without hashes that verify.
 * @param ownerUrl of a superuser: triggers and foreign keys do not run for each row
 */
export async function grow(
  ownerUrl: string,
  growth: Growth,
  only: (keyof typeof schemas)[] = ['identity', 'storage', 'audit'],
): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(
      "SET session_replication_role = replica; SET synchronous_commit = off; SET maintenance_work_mem = '256MB'",
    );
    for (const schema of only) for (const statement of schemas[schema](growth)) await owner.query(statement);
    // a transaction of a service that began before keeps it from marking rows as visible to all
    await waitFor(async () => {
      await owner.query('VACUUM ANALYZE');
      return isVisibleToAll(owner, only);
    });
  } finally {
    await owner.end();
  }
}

/** Index-only scans read no table then. Small tables may change all the time and count for nothing. */
async function isVisibleToAll(owner: Client, schemas: string[]): Promise<boolean> {
  const { rowCount } = await owner.query(
    `SELECT 1 FROM pg_class
     WHERE relkind = 'r' AND relnamespace = ANY ($1::text[]::regnamespace[]) AND relpages > 20 AND relallvisible < relpages`,
    [schemas],
  );
  return rowCount === 0;
}
