import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { routes } from '@tradepost/contracts/routes';
import { proofText } from '@tradepost/contracts/encryption/formats';
import { passwordWork } from '@tradepost/sealing/keys/opaque';
import { hashCost } from '@tradepost/service-kit/security/hash-cost';
import { register } from '../client/people';
import type { Topology } from '../topology/start';
import { benchAccount } from './support/account';
import { cpuOf, cpuOfChildren, inParallel, median, spread } from './support/measure';

const rounds = 7;
const each = 25;
const limits = { ratio: 0.35, appMs: 3 };

/**
 * The CPU of the server for a sign-in of the web app, both calls: with PostgreSQL, compared with one hash of a password as servers store
 * it elsewhere, and without PostgreSQL.
 */
export async function logins(topology: Topology): Promise<boolean> {
  const pid = topology.processes.get('all-in-one')?.pid;
  if (!pid) throw new Error('This measures one process: the embedded topology is needed');
  const account = benchAccount('logins');
  const { email } = account;
  const secret = { text: account.password, kind: 'password' } as const;
  const client = await register(topology, 'sender', account);
  const stored = await hash(account.password, hashCost);

  /** CPU seconds during the calls alone: between them the client works for long, and so does what runs in the background. */
  const used = { all: 0, app: 0 };
  const counted = async <T>(call: () => Promise<T>): Promise<T> => {
    const [before, appBefore] = [cpuOfChildren(), cpuOf(pid)];
    const answer = await call();
    used.app += cpuOf(pid) - appBefore;
    used.all += cpuOfChildren() - before;
    return answer;
  };
  const signIn = async () => {
    const { request, state } = await passwordWork.startProof(secret);
    const answer = await counted(() => client.send(routes.startProof, { email, request }));
    const opened = await passwordWork.finishProof(secret, state, answer.response);
    if (!opened) throw new Error('the password did not open the record');
    await counted(() => client.send(routes.login, { email, password: proofText(answer.state, opened.finish) }));
  };
  const hashes = () => inParallel(each, availableParallelism(), () => verify(stored, account.password));
  const signIns = () => inParallel(each, 1, signIn);
  await hashes();
  await signIns();

  const measured: { hashMs: number; cpuMs: number; appMs: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const own = process.cpuUsage();
    await hashes();
    const hashed = process.cpuUsage(own);
    Object.assign(used, { all: 0, app: 0 });
    await signIns();
    measured.push({
      hashMs: (hashed.user + hashed.system) / 1000 / each,
      cpuMs: (used.all * 1000) / each,
      appMs: (used.app * 1000) / each,
    });
  }
  const ratio = median(measured.map(({ hashMs, cpuMs }) => cpuMs / hashMs));
  const app = measured.map(({ appMs }) => appMs);
  console.log(
    `logins (${topology.kind}): ${spread(measured.map(({ cpuMs }) => cpuMs))} ms of the server's CPU with PostgreSQL, one Argon2id hash ` +
      `${spread(measured.map(({ hashMs }) => hashMs))} ms: ratio ${ratio.toFixed(2)} (at most ${limits.ratio}); without PostgreSQL ${spread(app)} ms (at most ${limits.appMs})`,
  );
  return ratio <= limits.ratio && median(app) <= limits.appMs;
}
