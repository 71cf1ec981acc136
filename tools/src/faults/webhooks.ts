import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { AuditEntry } from '@tradepost/contracts/audit';
import { routes } from '@tradepost/contracts/routes';
import { webhookKinds, type DeliveryStatus, type WebhookKind } from '@tradepost/contracts/webhooks';
import { ApiClient } from '@tradepost/client/api/api-client';
import { publicKeysIn, verifyExport } from '@tradepost/proofs/verify-export';
import { requestsDatabase } from '@tradepost/requests/data-source';
import { dataSource } from '@tradepost/service-kit/database/database';
import { inboxAt } from '@tradepost/testing/inbox-client';
import { signedInAdmin } from '../client/admin';
import { e2eUserOf, uploadSealed } from '../client/e2e-users';
import { register, registerSender } from '../client/people';
import { roleUrl } from '../topology/settings';
import type { Topology } from '../topology/start';
import { startFaultyReceiver, type FaultyReceiver } from './faulty-receiver';
import { underKills } from './support/kills';
import { counted, keyOfEvent, keysOfEntry, lackedBy, type Key, type Role } from './log-and-webhooks';
import { askForChanges, workOf, type Amount, type Cast, type Ledger } from './webhook-work';

/** The minimum length that the gateway requires. */
const retryPolicy = { attempts: 60, baseDelayMs: 100, maxDelayMs: 5_000 };
const settledWithinMs = 15 * 60_000;
const everyKind = Object.keys(webhookKinds) as WebhookKind[];
const content = new Blob(['%PDF-1.4\nsome content']);

/**
 * Causes all events of webhooks except those of scheduled tasks, while notification, requests and the gateway are killed with -9
 * and webhook receivers fail. At the end, each entry of the exported audit log must have reached the webhooks of the companies
 * concerned, under one id and with a valid signature, and no webhook may have got an event that is not in the log.
 */
export async function webhooksUnderKills(topology: Topology, { kills, ...amount }: Amount & { kills: number }) {
  const work = workOf(amount);
  const receivers = new Map<Role, FaultyReceiver>();
  try {
    const cast = await castOf(topology, work.files, amount.sealed);
    const webhooks = new Map<Role, string>();
    for (const [role, { client }] of rolesOf(cast)) {
      const receiver = await startFaultyReceiver();
      receivers.set(role, receiver);
      const { id, secret } = await client.send(routes.createWebhook, {
        url: receiver.url,
        kinds: everyKind,
        description: 'Faults',
      });
      receiver.secret = secret;
      webhooks.set(role, id);
    }
    const before = new Set((await exportedLog(cast.admin)).map(({ id }) => id));
    const ledger: Ledger = { keys: [], nameOf: new Map() };
    const repeats = { count: 0 };
    const countedPolicy = { ...retryPolicy, onRetry: () => (repeats.count += 1) };
    for (const client of [cast.admin, ...rolesOf(cast).map(([, one]) => one.client)])
      Object.assign(client, new ApiClient(topology.origin, { token: client.token, retryPolicy: countedPolicy }));
    const began = performance.now();
    await underKills(topology, { apps: ['notification', 'requests', 'gateway'], each: kills }, work.pieces, (onPiece) =>
      work.run(cast, ledger, onPiece),
    );
    ledger.keys.push(...(await remind(topology, ledger)));

    const roles = new Map(
      await Promise.all(
        rolesOf(cast).map(
          async ([role, { client }]) => [(await client.send(routes.me, {})).user.companyId ?? '', role] as const,
        ),
      ),
    );
    const compared = async () => {
      const entries = (await exportedLog(cast.admin)).filter(
        ({ id, companyId }) => !before.has(id) && ['sender', 'applicant'].includes(roles.get(companyId) ?? ''),
      );
      const log = counted(entries.flatMap(keysOfEntry));
      const delivered = counted(
        [...receivers].flatMap(([role, { received }]) =>
          [...received.values()]
            .filter(({ taken }) => taken > 0)
            .map(({ event }) => keyOfEvent(role, event, ledger.nameOf)),
        ),
      );
      return {
        log,
        missing: lackedBy(delivered, log),
        strange: lackedBy(log, delivered),
        unlogged: lackedBy(log, counted(ledger.keys)),
      };
    };
    const undelivered = async () => {
      const of = async ([role, { client }]: ReturnType<typeof rolesOf>[number], status: DeliveryStatus) =>
        (await client.send(routes.webhookDeliveries, { id: webhooks.get(role) ?? '', status, page: 1, pageSize: 1 }))
          .total;
      return (await Promise.all(rolesOf(cast).flatMap((one) => [of(one, 'waiting'), of(one, 'failed')]))).reduce(
        (sum, count) => sum + count,
        0,
      );
    };
    const deadline = Date.now() + settledWithinMs;
    let found = await compared();
    while (
      Date.now() < deadline &&
      (found.missing.length + found.strange.length + found.unlogged.length > 0 || (await undelivered()) > 0)
    ) {
      await delay(1_000);
      found = await compared();
    }
    for (const [what, keys] of Object.entries({
      missing: found.missing,
      'not in the log': found.strange,
      'acknowledged and not in the log': found.unlogged,
    }))
      if (keys.length > 0) console.error(`${what}: ${keys.join(', ')}`);
    const received = [...receivers.values()].flatMap((receiver) => [...receiver.received.values()]);
    const sum = (of: (receiver: FaultyReceiver) => number) =>
      [...receivers.values()].reduce((total, receiver) => total + of(receiver), 0);
    const kinds = new Set([...found.log.keys()].map((key) => key.split(' ')[1]));
    return {
      facts: {
        'kill -9 of notification': kills,
        'kill -9 of requests': kills,
        'kill -9 of the gateway': kills,
        seconds: Math.round((performance.now() - began) / 1000),
        'calls repeated': repeats.count,
        'kinds of events': kinds.size,
        'events in the log': [...found.log.values()].reduce((total, count) => total + count, 0),
        'events at the webhooks': received.filter(({ taken }) => taken > 0).length,
        'answers 500': sum(({ answers }) => answers.fails),
        'no answer at all': sum(({ answers }) => answers.hangs),
        'connections broken': sum(({ answers }) => answers.breaks + answers['breaks too late']),
        'events that came again after they were taken': received.filter(({ taken }) => taken > 1).length,
      },
      losses: {
        'in the log and not at a webhook': found.missing.length,
        'at a webhook and not in the log': found.strange.length,
        'acknowledged and not in the log': found.unlogged.length,
        'kinds that did not happen': everyKind.length - 1 - kinds.size,
        'signatures not right': sum(({ counts }) => counts['signatures not right']),
        'repeats that differ from the first': sum(({ counts }) => counts['repeats that differ']),
        'deliveries that are recorded as failed': await undelivered(),
      },
    };
  } finally {
    for (const receiver of receivers.values()) await receiver.stop();
  }
}

const rolesOf = ({ people }: Pick<Cast, 'people'>) => Object.entries(people) as [Role, Cast['people'][Role]][];

/** Creates users with registrations, a partnership and files, and waits until all events of this set-up were delivered. */
async function castOf(topology: Topology, files: number, sealed: number): Promise<Cast> {
  const run = Date.now();
  const account = (role: Role | 'admin') => ({
    firstName: 'Hal',
    lastName: 'Hook',
    email: `${role}-${run}@example.com`,
    password: 'Fault-fault-1!',
    companyName: `The ${role}`,
  });
  const accounts = {
    sender: account('sender'),
    receiver: account('receiver'),
    guest: account('guest'),
    applicant: account('applicant'),
  };
  const admin = await signedInAdmin(topology, account('admin'));
  const person = async (role: Role) => ({
    account: accounts[role],
    client:
      role === 'sender' || role === 'applicant'
        ? await registerSender(topology, accounts[role])
        : await register(topology, 'receiver', accounts[role]),
  });
  const people = {
    sender: await person('sender'),
    receiver: await person('receiver'),
    guest: await person('guest'),
    applicant: await person('applicant'),
  };
  const { sender, receiver } = people;
  await sender.client.send(routes.invite, { emails: [accounts.receiver.email] });
  for (const { id } of await receiver.client.send(routes.receivedInvitations, {}))
    await receiver.client.send(routes.acceptInvitation, { id });

  const { client, vault } = await e2eUserOf(topology, accounts.sender, 'sender', sender.client);
  const { id: folderId } = await client.send(routes.createFolder, { name: 'Trade' });
  const uploaded = async (n: number) =>
    (
      await client.sendForm(
        routes.uploadFile,
        { folderId },
        {},
        { file: { name: `${n}.pdf`, type: 'application/pdf', content } },
      )
    ).file as { id: string; name: string };
  const plain = [];
  for (let n = 0; n < files; n += 1) plain.push(await uploaded(n));
  const closed = [];
  for (let n = 0; n < sealed; n += 1) {
    const name = `${n}.csv`;
    closed.push({
      name,
      id: await uploadSealed({ client, vault }, folderId, {
        name,
        type: 'text/csv',
        content: new Blob([`a,b\n${randomBytes(8).toString('hex')},1\n`]),
      }),
    });
  }
  await client.send(routes.deliver, { id: folderId, email: [accounts.receiver.email] });

  // these mails arrive last
  await askForChanges({ admin, people });
  const inbox = inboxAt(topology.inboxUrl);
  await inbox.waitForMail({ to: accounts.applicant.email, subject: /registration/i });
  await inbox.waitForMail({ to: accounts.receiver.email, subject: /Trade/ });
  return { topology, people, admin, folderId, files: plain, sealed: closed };
}

/** The exported log of all companies, after every hash and signature was verified. */
async function exportedLog(admin: ApiClient): Promise<AuditEntry[]> {
  const key = publicKeysIn(JSON.stringify(await admin.send(routes.auditKey, {})));
  const text = await (await admin.fetchOk('/admin/audit/export?format=jsonl', {}, { isRepeatable: true })).text();
  const lines = text.split('\n').filter(Boolean);
  await verifyExport(
    (async function* () {
      yield* lines;
    })(),
    key,
  );
  return lines
    .map((line) => JSON.parse(line) as AuditEntry | { checkpoint: unknown })
    .filter((item): item is AuditEntry => !('checkpoint' in item));
}

/** Moves the times of transfers without downloads back, so that their reminders are due. */
async function remind({ servers, secrets }: Topology, { nameOf }: Ledger): Promise<Key[]> {
  const source = await dataSource({
    ...requestsDatabase,
    url: roleUrl(servers.postgres, requestsDatabase.schema, secrets),
    poolSize: 1,
  }).initialize();
  try {
    const [rows] = (await source.query(
      'UPDATE transfer SET remind_at = now() WHERE remind_at IS NOT NULL AND revoked_at IS NULL RETURNING request_id AS id',
    )) as [{ id: string }[], number];
    return rows.map(({ id }): Key => `receiver transfer.expiring ${nameOf.get(id)}`);
  } finally {
    await source.destroy();
  }
}
