import { routes } from '@tradepost/contracts/routes';
import { DeletionSweeper } from '@tradepost/identity/deletion/deletion.sweeper';
import { DeletedCompaniesSweeper } from '@tradepost/kyc/case/deleted-companies.sweeper';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { RetentionSweeper } from '@tradepost/storage/bin/retention.sweeper';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import { waitFor } from '@tradepost/testing/wait-for';
import { registerPair, type Account } from '@tradepost/tools/client/people';
import { Client } from 'pg';
import { someone, startWholeProduct, type WholeProduct } from './fixture';

const dayMs = 86_400_000;
let product: WholeProduct;
let owner: Client;
beforeAll(async () => {
  process.env.WEBHOOK_ALLOW_PRIVATE = 'true';
  product = await startWholeProduct();
  owner = new Client({ connectionString: product.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await product?.stop();
});

/** What outlives an account, with the reason that docs/security.md states. */
const remains: Record<string, RegExp> = {
  'work in progress, gone within 14 days': /^(\w+\.(outbox|job_intent)|audit\.erasure)\.\w+$/,
  'the registration, which law requires for five years': /^(kyc\.kyc_case|audit\.review)\.\w+$/,
  'the partner’s record of a request and its files': /^requests\.(access_request|request_file|transfer_file)\.\w+$/,
  'the company’s name in the partner’s notifications, for 90 days': /^notification\.notice\.data$/,
  'the company’s name in deliveries to the partner’s webhook, for 30 days': /^notification\.webhook_delivery\.data$/,
};
const named = (reason: string) => reason.startsWith('the company’s name');
const registration = remains['the registration, which law requires for five years']!;

/** Every column of the database with one of the texts, without case; also where bytes are written in hex. */
async function columnsWith(texts: string[]): Promise<string[]> {
  const { rows: columns } = await owner.query<{ table: string; column: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS table, column_name AS column
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'
       AND data_type IN ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea')
     ORDER BY 1, 2`,
  );
  expect(columns.length).toBeGreaterThan(150);
  const patterns = texts.flatMap((text) => [text.toLowerCase(), Buffer.from(text).toString('hex')]);
  const searches = columns.map(
    ({ table, column }) =>
      `SELECT '${table}.${column}' AS place WHERE EXISTS (SELECT FROM ${table} WHERE EXISTS (
         SELECT FROM unnest($1::text[]) AS pattern WHERE strpos(lower("${column}"::text), pattern) > 0))`,
  );
  const { rows } = await owner.query<{ place: string }>(searches.join(' UNION ALL '), [patterns]);
  return rows.map(({ place }) => place);
}

const personal = ({ email, lastName, companyName }: Account) => [email, lastName, companyName];
const unexplained = (places: string[], isAllowed: (reason: string) => boolean = () => true) =>
  places.filter((place) => !Object.entries(remains).some(([reason, known]) => isAllowed(reason) && known.test(place)));

async function leave(client: ApiClient, { password }: Account): Promise<void> {
  const { user } = await client.send(routes.me, {});
  await client.send(routes.requestDeletion, { password });
  await product.get(DeletionSweeper).sweep(new Date(Date.now() + 15 * dayMs));
  const unconfirmed = ['identity', 'kyc', 'storage', 'requests', 'notification', 'audit']
    .map((schema) => `SELECT FROM ${schema}.outbox WHERE published_at IS NULL`)
    .join(' UNION ALL ');
  const wasTaken = async () => {
    const { rows } = await owner.query('SELECT FROM identity.account WHERE id = $1 AND deleted_at IS NOT NULL', [
      user.id,
    ]);
    return rows.length === 1 && (await owner.query(unconfirmed)).rows.length === 0;
  };
  await waitFor(wasTaken, { what: 'every service to take the deletion' });
  await product.get(RetentionSweeper).sweep(new Date(Date.now() + 1_000));
}

async function tradeBetween(sender: ApiClient, receiver: ApiClient, from: Account, to: Account): Promise<void> {
  const inbox = inboxAt(product.inboxUrl);
  const folder = await sender.send(routes.createFolder, { name: `For ${to.email}` });
  const files: { id: string }[] = [];
  for (const name of [`by ${from.email}.csv`, 'b.csv'])
    files.push(
      (
        await sender.sendForm(
          routes.uploadFile,
          { folderId: folder.id },
          { name, category: 'Trade', price: '1', currency: 'EUR', numberOfRecords: '1' },
          { file: { name, type: 'text/csv', content: 'a,b\n1,2\n' } },
        )
      ).file,
    );
  await sender.send(routes.deliver, { id: folder.id, email: [to.email] });
  const ask = async (index: number, note: string) => {
    const asked = { files: [{ id: files[index]!.id }], receiverEmail: to.email, note };
    return (await receiver.send(routes.createRequest, asked)).requests[0]!.id;
  };
  const [accepted, rejected] = [await ask(0, `write to ${to.email}`), await ask(1, 'please')];
  await sender.send(routes.createStepUpCode, { requestId: accepted, email: from.email });
  const code = codeIn(await inbox.waitForMail({ to: from.email, subject: /^Your code to accept/ }));
  await sender.send(routes.verifyStepUpCode, { id: accepted, code });
  const expiry = new Date(Date.now() + 3_600_000).toISOString();
  const { transfer } = await sender.send(routes.confirmRequest, { requestId: accepted, expiry });
  await inbox.waitForMail({ to: to.email, subject: /are ready/ });
  await receiver.send(routes.recordDownload, { id: transfer.id });
  await sender.send(routes.rejectRequest, { id: rejected, reason: `not for ${to.email}` });
}

it('a deleted person who used every feature remains only in the documented tables', async () => {
  const [ann, rita] = [someone(), { ...someone(), lastName: 'Ravenscroft', companyName: `Rosen ${Date.now()}` }];
  const { sender, receiver } = await registerPair(product, ann, rita);
  for (const [client, { email }] of [
    [sender, ann],
    [receiver, rita],
  ] as const) {
    const url = `http://127.0.0.1:9/${email}`;
    await client.send(routes.createWebhook, {
      url,
      kinds: ['request.created', 'request.rejected'],
      description: email,
    });
    await client.send(routes.login, { email, password: 'Wrong-horse-9!' }).catch(() => undefined);
    await client.send(routes.requestReset, { email });
  }
  await sender.send(routes.createApiKey, {
    name: `Laptop of ${ann.email}`,
    scopes: ['read'],
    expiresInDays: 1,
    password: ann.password,
  });
  await tradeBetween(sender, receiver, ann, rita);
  const ofAnn = await columnsWith(personal(ann));
  for (const place of ['audit.entry_text.text', 'identity.account.email', 'notification.webhook.url'])
    expect(ofAnn).toContain(place);

  await leave(sender, ann);
  const left = await columnsWith(personal(ann));
  expect(unexplained(left)).toEqual([]);
  expect(unexplained(await columnsWith([ann.email]), (reason) => !named(reason))).toEqual([]);
  for (const [reason, known] of Object.entries(remains))
    expect([reason, left.some((place) => known.test(place))]).toEqual([reason, true]);

  await leave(receiver, rita);
  expect(unexplained(await columnsWith(personal(rita)))).toEqual([]);
  await product.get(DeletedCompaniesSweeper).sweep(new Date(Date.now() + 6 * 366 * dayMs));
  await waitFor(async () => (await columnsWith(personal(ann))).every((place) => !registration.test(place)), {
    what: 'the end of the registration',
  });
});
