import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { ApiClient } from '@tradepost/client/api/api-client';
import type { Transport } from '@tradepost/client/api/transport';
import { proofText, recordText } from '@tradepost/contracts/encryption/formats';
import { routes } from '@tradepost/contracts/routes';
import { passwordWork, type Secret } from '@tradepost/sealing/keys/opaque';
import { hashCost } from '@tradepost/service-kit/security/hash-cost';
import { Client } from 'pg';
import { newAccount, register } from '../client/people';
import type { Topology } from '../topology/start';
import { lightTransport } from './support/light-transport';
import { cpuOf, cpuOfChildren, inParallel, median, seconds, spread } from './support/measure';

const rounds = 7;
/** Until the code is compiled: the CPU of a sign-in falls by a third over the first five rounds. */
const warmUps = 5;
const people = 400;
const atOnce = 8;
const hashes = 25;
const lookMs = 5;
const limits = { ratio: 0.35, appMs: 3, rate: 400 };

/** A browser that has signed in to the account before. */
interface Person {
  email: string;
  userId: string;
  client: ApiClient;
}

/**
 * What a sign-in of the web app costs the server, both calls and what follows from them, up to its entry in the audit log. Several people
 * sign in at once. Their own work is not in the time, because the core that it takes here is their own elsewhere: all prepare their first
 * message, send it, prepare the second, and send that.
 */
export async function logins(topology: Topology): Promise<boolean> {
  const pid = topology.processes.get('all-in-one')?.pid;
  if (!pid) throw new Error('This measures one process: the embedded topology is needed');
  const database = new Client(topology.servers.postgres);
  await database.connect();
  const generator = lightTransport(topology.origin, atOnce);
  try {
    const browsers: Person[] = [];
    for (let n = 0; n < people; n += 1)
      browsers.push(await personWithBrowser(topology, generator.transport, `logins-${n}`));
    const stored = await hash(newAccount('hash').password, hashCost);
    const compare = () => inParallel(hashes, availableParallelism(), () => verify(stored, newAccount('hash').password));
    await compare();
    for (let round = 0; round < warmUps; round += 1) await signInOfEach(browsers, database);

    const measured: { hashMs: number; cpuMs: number; appMs: number; rate: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const own = process.cpuUsage();
      await compare();
      const hashed = process.cpuUsage(own);
      const [all, app] = [cpuOfChildren(), cpuOf(pid)];
      const took = await signInOfEach(browsers, database);
      measured.push({
        hashMs: (hashed.user + hashed.system) / 1000 / hashes,
        cpuMs: ((cpuOfChildren() - all) * 1000) / people,
        appMs: ((cpuOf(pid) - app) * 1000) / people,
        rate: people / took,
      });
    }
    const of = (figure: keyof (typeof measured)[number]) => measured.map((round) => round[figure]);
    const ratio = median(measured.map(({ hashMs, cpuMs }) => cpuMs / hashMs));
    console.log(
      `logins (${topology.kind}): ${spread(of('appMs'), 2)} ms of the server's CPU without PostgreSQL (at most ${limits.appMs}), ${spread(of('cpuMs'), 2)} with it; ` +
        `one Argon2id hash ${spread(of('hashMs'))} ms: ratio ${ratio.toFixed(2)} (at most ${limits.ratio}); ` +
        `${spread(of('rate'), 0)} sign-ins a second (at least ${limits.rate})`,
    );
    return ratio <= limits.ratio && median(of('appMs')) <= limits.appMs && median(of('rate')) >= limits.rate;
  } finally {
    await generator.close();
    await database.end();
  }
}

/** Stretched at the cost for what is stretched already. */
const secretOf = (email: string): Secret => ({ text: `${newAccount('').password}${email}`, kind: 'former' });

async function personWithBrowser(topology: Topology, transport: Transport, who: string): Promise<Person> {
  const account = newAccount(who);
  const { email } = account;
  const secret = secretOf(email);
  const { request, state } = await passwordWork.startRegistration(secret);
  const { response } = await new ApiClient(topology.origin).send(routes.startRecord, { email, request });
  const { record } = await passwordWork.finishRegistration(secret, state, response);
  const registered = await register(topology, 'sender', { ...account, password: recordText(record) });
  const { user } = await registered.send(routes.me, {});

  const web = { 'x-client': 'web' };
  const person = { email, userId: user.id, client: new ApiClient(topology.origin, { headers: web, transport }) };
  const first = await enter(await prove(await ask(await begin(person))));
  const device = first.headers.getSetCookie().find((cookie) => cookie.startsWith('__Host-device='));
  if (!device) throw new Error('the browser got no device cookie');
  const headers = { ...web, cookie: device.split(';', 1)[0] as string };
  return { ...person, client: new ApiClient(topology.origin, { headers, transport }) };
}

/** @returns how long the server took, up to the entries in the audit log, in seconds */
async function signInOfEach(browsers: readonly Person[], database: Client): Promise<number> {
  const wanted = (await entriesOf(database, browsers)) + browsers.length;
  const begun = await Promise.all(browsers.map(begin));
  const answered: Answered[] = [];
  const asking = await seconds(() =>
    inParallel(begun.length, atOnce, async (n) => answered.push(await ask(begun[n] as Begun))),
  );
  const proven = await Promise.all(answered.map(prove));
  const entering = await seconds(async () => {
    await inParallel(proven.length, atOnce, (n) => enter(proven[n] as Proven));
    while ((await entriesOf(database, browsers)) < wanted) await pause(lookMs);
  });
  return asking + entering;
}

async function begin(person: Person) {
  const secret = secretOf(person.email);
  return { person, secret, ...(await passwordWork.startProof(secret)) };
}
type Begun = Awaited<ReturnType<typeof begin>>;

async function ask(begun: Begun) {
  const { email, client } = begun.person;
  return { ...begun, answer: await client.send(routes.startProof, { email, request: begun.request }) };
}
type Answered = Awaited<ReturnType<typeof ask>>;

async function prove({ person, secret, state, answer }: Answered) {
  const opened = await passwordWork.finishProof(secret, state, answer.response);
  if (!opened) throw new Error('the password did not open the record');
  return { person, password: proofText(answer.state, opened.finish) };
}
type Proven = Awaited<ReturnType<typeof prove>>;

async function enter({ person: { email, client }, password }: Proven): Promise<Response> {
  const signedIn = await client.sendForResponse(routes.login, { email, password });
  // frees its connection
  await signedIn.arrayBuffer();
  return signedIn;
}

/** Of the people's own chains. */
async function entriesOf(database: Client, browsers: readonly Person[]): Promise<number> {
  const { rows } = await database.query<{ entries: number }>(
    'SELECT coalesce(sum(length), 0)::int AS entries FROM audit.chain WHERE id = ANY($1)',
    [browsers.map(({ userId }) => userId)],
  );
  return rows[0]?.entries ?? 0;
}
