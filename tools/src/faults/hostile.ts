import { fork } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { availableParallelism, loadavg, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Limit } from '@tradepost/contracts/limits/limit';
import { limits, limitNames } from '@tradepost/contracts/limits/table';
import { routes } from '@tradepost/contracts/routes';
import { inboxAt } from '@tradepost/testing/inbox-client';
import { percentile } from '../bench/support/measure';
import { acceptDelivery } from '../client/deliveries';
import { register, registerPair, type Account } from '../client/people';
import { root } from '../topology/paths';
import type { Topology } from '../topology/start';
import type { HostileTenant, Plan } from './hostile/attacks';
import { growthSince, memoryOf, samplingSettings, type Growth } from './hostile/memory';
import type { Outcomes } from './hostile/raw-calls';
import { WorkingTenant, type Latencies } from './hostile/working-tenant';
import { messageOf } from './support/child-message';

const hostileTenants = 3;
const megabyte = 1024 ** 2;
/** Growth limit of each process, in MB. Each password check temporarily needs 64 more; one runs per core. */
const mostGrownMB = 256 + 64 * availableParallelism();
/** Storage of one company in this run, for registration documents and for files. */
const documentBytes = 25 * megabyte;
/** Additional storage for database, log and archives. */
const mostOtherMB = 512;
const mostSlowdown = 2;
const unavailable = 503;
const password = 'Hostile-hostile-1!';

/** Limits as in production, also for callers on this machine, and quotas small enough for an attack to exhaust. */
export const hostileSettings = (dataDir: string): Record<string, string> => ({
  ...samplingSettings(dataDir),
  ...Object.fromEntries(
    limitNames
      .map((name): Limit => limits[name])
      .filter(({ amountOfThisMachine }) => amountOfThisMachine !== undefined)
      .map(({ setting, amount }) => [setting, String(amount)]),
  ),
  DOCUMENT_BYTES_PER_COMPANY: String(documentBytes),
});

/**
 * Three tenants attack in every way, each from its own network, while a fourth works. What was acknowledged to the
 * fourth is read back; its calls are compared with those of a quiet phase before.
 */
export async function tenantsUnderAttack(
  topology: Topology,
  { seconds, dataDir }: { seconds: number; dataDir: string },
) {
  const tenant = await WorkingTenant.start(topology, accountOf('worker'), accountOf('partner'));
  const tenants: HostileTenant[] = [];
  for (let n = 0; n < hostileTenants; n += 1) tenants.push(await hostileTenant(topology, n));
  // warm up caches and compiled code before the measurement
  await tenant.workUntil(isPast(Date.now() + (seconds * 1_000) / 4));
  const quiet = await tenant.workUntil(isPast(Date.now() + seconds * 1_000));
  const [memoryBefore, diskBefore, quietLoad] = [memoryOf(topology, 'VmRSS'), await bytesIn(dataDir), loadavg()[0]];

  const began = Date.now();
  const { origin, inboxUrl } = topology;
  const plan = { origin, inboxUrl, victimEmail: tenant.emails.sender, until: began + seconds * 1_000 };
  let isOver = false;
  const attack = attackedBy(tenants, plan).finally(() => (isOver = true));
  const [outcomes, attacked] = await Promise.all([attack, tenant.workUntil(() => isOver)]);
  const secondsOfAttack = (Date.now() - began) / 1_000;
  const { missing, mismatches } = await tenant.losses();
  const grown = growthSince(topology, dataDir, memoryBefore, began);
  const diskGrown = (await bytesIn(dataDir)) - diskBefore;

  const [before, during] = [p95Of(quiet), p95Of(attacked)];
  const answers = totalsOf(outcomes);
  const accepted = (answers.documents?.['201'] ?? 0) * 5 * megabyte;
  return {
    facts: {
      'seconds of attack': rounded(secondsOfAttack),
      'load of the machine before': quietLoad ?? 0,
      'calls of attackers': sum(Object.values(answers).flatMap((of) => Object.values(of))),
      'calls of the fourth, quiet': sum(Object.values(quiet).map(({ length }) => length)),
      'calls of the fourth, attacked': sum(Object.values(attacked).map(({ length }) => length)),
      'p50 quiet, ms': rounded(percentile(Object.values(quiet).flat(), 0.5)),
      'p50 attacked, ms': rounded(percentile(Object.values(attacked).flat(), 0.5)),
      'p95 quiet, ms': rounded(before),
      'p95 attacked, ms': rounded(during),
      'p95 attacked / quiet': rounded(during / before),
      'files acknowledged': tenant.files.size,
      'transfers acknowledged': tenant.transfers.size,
      'memory grown at most, MB': rounded(Math.max(...Object.values(grown).map(({ most }) => most)) / megabyte),
      'disk grown, MB': rounded(diskGrown / megabyte),
    },
    answers,
    latencies: { quiet: p95s(quiet), attacked: p95s(attacked) },
    refused: tenant.refused,
    memory: Object.fromEntries(Object.entries(grown).map(([name, growth]) => [name, inMB(growth)])),
    losses: {
      'acknowledged and missing': missing,
      'hash mismatches': mismatches,
      'calls of the fourth refused': countOf([tenant.refused], (status) => status < unavailable),
      'attacks that made the server fail': countOf(
        Object.values(answers),
        (status) => status >= 500 && status !== unavailable,
      ),
      ...beyondBound(grown),
      'MB of documents beyond the limit': Math.max(0, rounded((accepted - hostileTenants * documentBytes) / megabyte)),
      'MB of disk beyond the bound': Math.max(
        0,
        rounded((diskGrown - hostileTenants * documentBytes) / megabyte - mostOtherMB),
      ),
    },
    /** Only on a machine that does nothing else. */
    slowdown: {
      'calls of the fourth not answered in time': countOf([tenant.refused], (status) => status === unavailable),
      'attacks not answered in time': countOf(Object.values(answers), (status) => status === unavailable),
      'p95 beyond twice the quiet one': during > mostSlowdown * before ? 1 : 0,
    },
  };
}

const isPast = (time: number) => () => Date.now() >= time;

const accountOf = (role: string): Account => ({
  firstName: 'Hal',
  lastName: role,
  email: `${role}-${Date.now()}@hostile.example`,
  password,
  companyName: `Hostile ${role}`,
});

async function hostileTenant(topology: Topology, n: number): Promise<HostileTenant> {
  const [senderAccount, receiverAccount] = [accountOf(`sender-${n}`), accountOf(`receiver-${n}`)];
  const { sender, receiver } = await registerPair(topology, senderAccount, receiverAccount);
  const applicant = await register(topology, 'sender', accountOf(`applicant-${n}`));
  const { user } = await sender.send(routes.me, {});
  const { id: folderId } = await sender.send(routes.createFolder, { name: 'Attack' });
  const file = { name: 'a.pdf', type: 'application/pdf', content: new Blob([`%PDF-1.4\n${'x'.repeat(500_000)}`]) };
  const uploaded = await sender.sendForm(routes.uploadFile, { folderId }, {}, { file });
  await sender.send(routes.deliver, { id: folderId, email: [receiverAccount.email] });
  const emails = { senderEmail: senderAccount.email, receiverEmail: receiverAccount.email };
  const { id: transferId, mail } = await acceptDelivery(topology, {
    sender,
    receiver,
    ...emails,
    files: [uploaded.file],
  });
  // an attack takes the next code from the inbox
  await inboxAt(topology.inboxUrl).remove(mail);
  return {
    localAddress: `127.0.0.${n + 2}`,
    senderToken: sender.token ?? '',
    receiverToken: receiver.token ?? '',
    applicantToken: applicant.token ?? '',
    ...emails,
    password,
    userId: user.id,
    folderId,
    fileId: uploaded.file.id as string,
    transferId,
  };
}

/** Their process has a lower priority, because real attackers have their own machines. */
async function attackedBy(tenants: HostileTenant[], plan: Plan): Promise<Outcomes[]> {
  const attackers = fork(join(root, 'tools/dist/faults/hostile/attackers.js'), { stdio: 'inherit' });
  try {
    const answer = messageOf(attackers);
    if (attackers.pid !== undefined) setPriority(attackers.pid, 10);
    attackers.send({ tenants, plan });
    const { outcomes, error } = (await answer) as { outcomes?: Outcomes[]; error?: string };
    if (!outcomes) throw new Error(`The attackers failed: ${error}`);
    return outcomes;
  } finally {
    if (attackers.connected) attackers.disconnect();
  }
}

function totalsOf(outcomes: Outcomes[]): Outcomes {
  const totals: Outcomes = {};
  for (const each of outcomes)
    for (const [attack, counts] of Object.entries(each)) {
      const of = (totals[attack] ??= {});
      for (const [status, count] of Object.entries(counts)) of[status] = (of[status] ?? 0) + count;
    }
  return totals;
}

/** Lists each process that grew too much, and which part of its memory. */
function beyondBound(grown: Record<string, Growth>): Record<string, number> {
  const beyond = Object.entries(grown).filter(([, { most }]) => most > mostGrownMB * megabyte);
  return Object.fromEntries(
    beyond.map(([name, growth]) => {
      const { most, ...parts } = inMB(growth);
      const what = Object.entries(parts).map(([part, mb]) => `${part} ${mb}`);
      return [`MB of ${name} beyond the bound (${what.join(', ')})`, rounded(most - mostGrownMB)];
    }),
  );
}

const inMB = ({ most, heap, buffers, rest }: Growth): Growth => ({
  most: rounded(most / megabyte),
  heap: rounded(heap / megabyte),
  buffers: rounded(buffers / megabyte),
  rest: rounded(rest / megabyte),
});

async function bytesIn(directory: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    // what was just removed has no size
    bytes += await stat(join(entry.parentPath, entry.name)).then(
      ({ size }) => size,
      () => 0,
    );
  }
  return bytes;
}

/** Of counts by what begins with a status. */
const countOf = (counts: Record<string, number>[], isMeant: (status: number) => boolean) =>
  sum(counts.flatMap((of) => Object.entries(of).flatMap(([key, n]) => (isMeant(parseInt(key, 10)) ? [n] : []))));
const p95Of = (latencies: Latencies) => percentile(Object.values(latencies).flat(), 0.95);
const p95s = (latencies: Latencies) =>
  Object.fromEntries(Object.entries(latencies).map(([call, times]) => [call, rounded(percentile(times, 0.95))]));
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const rounded = (value: number) => Math.round(value * 10) / 10;
