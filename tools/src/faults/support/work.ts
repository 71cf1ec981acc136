import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { routes } from '@tradepost/contracts/routes';
import { readAllPages } from '@tradepost/contracts/values/read-all-pages';
import { inboxAt } from '@tradepost/testing/inbox-client';
import { waitFor } from '@tradepost/testing/wait-for';
import { inParallel } from '../../bench/support/measure';
import { registerPair } from '../../client/people';
import type { Topology } from '../../topology/start';
import { collected } from './collect-garbage';
import { sha256 } from './hash';
import { everyLogMessage } from './log-messages';
import { uploadUntilAnswered } from './repeated-uploads';
import { newTally, untilAnswered } from './until-answered';

export type Faults = Record<string, () => Promise<void>>;

const atOnce = 5;
/** Before and after each fault. */
const peaceMs = 3_000;
/** A call that takes longer hangs: the gateway itself gives up after 15 s. */
const longestCallMs = 30_000;
/** The reconciler runs every minute and resends events that are three minutes old. */
export const healedWithinMs = 6 * 60_000;

/** What was acknowledged: files by id, and names of delivered folders. */
interface Ledger {
  files: Map<string, { name: string; hash: string }>;
  delivered: Set<string>;
}

interface People {
  sender: ApiClient;
  receiver: ApiClient;
  receiverEmail: string;
  folderId: string;
}

/**
 * Two companies, one of which uploads and delivers. `during` lets them work while one fault after the other happens, and compares
 * everything that was acknowledged so far with the store, the log and the inbox. A request without an answer is retried.
 */
export async function newWork(topology: Topology) {
  const people = await newPeople(topology);
  const ledger: Ledger = { files: new Map(), delivered: new Set() };
  let pieces = 0;
  return {
    async during(faults: Faults) {
      const calls = newTally();
      const pauses = newPauses();
      let isFailing = true;
      const work = inParallel(atOnce, atOnce, async () => {
        while (isFailing) await uploadAndDeliver(people, ledger, calls, pieces++).then(pauses.end);
      });
      const fail = async () => {
        for (const fault of Object.values(faults)) {
          await delay(peaceMs);
          await fault();
        }
        await delay(peaceMs);
      };
      await Promise.all([fail().finally(() => (isFailing = false)), work]);
      const { facts, losses } = await compared(topology, people, ledger);
      return {
        facts: {
          faults: Object.keys(faults).length,
          ...calls,
          'longest time without an acknowledged delivery, ms': pauses.longest(),
          ...facts,
        },
        losses,
      };
    },
  };
}

/** How long the work as a whole stood still: the time to recover, after the longest fault. */
function newPauses() {
  let [longest, endedAt] = [0, performance.now()];
  return {
    /** Something was acknowledged. */
    end: () => {
      longest = Math.max(longest, performance.now() - endedAt);
      endedAt = performance.now();
    },
    longest: () => Math.round(longest),
  };
}

type Outcome = Awaited<ReturnType<Awaited<ReturnType<typeof newWork>>['during']>>;

/** For faults that must leave no call without an answer: calls that had to be repeated are losses. */
export function repeatsAsLosses({ facts: { 'calls repeated': repeated, ...facts }, losses }: Outcome) {
  return { facts, losses: { 'calls without an answer': repeated, ...losses } };
}

/** For faults that must not let a call hang. */
export function hangingAsLosses({ facts, losses }: Outcome, longestMs = longestCallMs) {
  const hanging = facts['slowest call, ms'] > longestMs ? 1 : 0;
  return { facts, losses: { ...losses, [`a call of more than ${longestMs / 1_000} s`]: hanging } };
}

async function newPeople(topology: Topology): Promise<People> {
  const run = Date.now();
  const account = (role: string) => ({
    firstName: 'Fay',
    lastName: 'Fault',
    email: `${role}-${run}@example.com`,
    password: 'Fault-fault-1!',
    companyName: `Fault ${role}`,
  });
  const { email: receiverEmail } = account('receiver');
  const { sender, receiver } = await registerPair(topology, account('sender'), account('receiver'));
  const { id: folderId } = await sender.send(routes.createFolder, { name: 'Uploads' });
  return { sender, receiver, receiverEmail, folderId };
}

async function uploadAndDeliver(
  { sender, receiverEmail, folderId }: People,
  { files, delivered }: Ledger,
  calls: ReturnType<typeof newTally>,
  piece: number,
) {
  const name = `piece-${piece}.pdf`;
  const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(20_000 + (piece % 100) * 1_000)]);
  const id = await uploadUntilAnswered(piece, calls, sender, { folderId, name, content });
  files.set(id, { name, hash: sha256(content) });
  const key = { headers: { 'idempotency-key': `folder-${piece}` } };
  const folder = await untilAnswered('a folder', calls, () =>
    sender.send(routes.createFolder, { name: `Delivery ${piece}` }, key),
  );
  await untilAnswered('a delivery', calls, () =>
    sender.send(routes.deliver, { id: folder.id, email: [receiverEmail] }),
  );
  delivered.add(folder.name);
}

async function compared(
  topology: Topology,
  { sender, receiver, receiverEmail, folderId }: People,
  { files, delivered }: Ledger,
) {
  const inbox = inboxAt(topology.inboxUrl);
  const mails = async () =>
    (await inbox.mailTo(receiverEmail)).flatMap(
      ({ subject, text }) => /Delivery \d+/.exec(`${subject} ${text}`)?.[0] ?? [],
    );
  const logged = async () =>
    (await everyLogMessage(sender)).filter((message) => / uploaded piece-\d+\.pdf/.test(message));
  const healed = async () => new Set(await mails()).size >= delivered.size && (await logged()).length >= files.size;
  await waitFor(healed, { timeoutMs: healedWithinMs, what: 'everything acknowledged to be mailed and logged' }).catch(
    () => undefined,
  );

  const [mailed, entries] = [await mails(), await logged()];
  let mismatches = 0;
  let missing = 0;
  await inParallel(files.size, atOnce, async (n) => {
    const [id, { hash }] = [...files][n] as [string, { hash: string }];
    const answer = await sender.fetch(`/file-sharing/folders/${folderId}/files/${id}/content`);
    if (!answer.ok) missing += 1;
    else if (sha256(Buffer.from(await answer.arrayBuffer())) !== hash) mismatches += 1;
  });
  const { total } = await sender.send(routes.files, { folderId, page: 1, pageSize: 1 });
  const received = await readAllPages((page) => receiver.send(routes.receivedFolders, { page, pageSize: 100 }));
  const visible = new Set(received.map(({ folderName }) => folderName));
  const { missing: withoutBytes, orphans, unfinished } = await collected(topology);
  const names = [...files.values()].map(({ name }) => name);
  return {
    facts: {
      'uploads acknowledged': files.size,
      'deliveries acknowledged': delivered.size,
      'mails sent twice': mailed.length - new Set(mailed).size,
    },
    losses: {
      'acknowledged and missing': missing,
      'hash mismatches': mismatches,
      'files without an answered upload': total - files.size,
      'deliveries not seen by the receiver': [...delivered].filter((name) => !visible.has(name)).length,
      'deliveries without a mail': [...delivered].filter((name) => !mailed.includes(name)).length,
      'uploads without a log entry': names.filter((name) => !entries.some((message) => message.includes(` ${name} `)))
        .length,
      'log entries twice': entries.length - new Set(entries).size,
      'files without their bytes': withoutBytes,
      'uploads left half-way': unfinished,
      'orphans after collection': orphans,
    },
  };
}
