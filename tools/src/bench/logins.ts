import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { routes } from '@tradepost/contracts/routes';
import { deriveAuthKey } from '@tradepost/identity/account/hashing';
import { hashCost } from '@tradepost/service-kit/security/secret-hash';
import { register } from '../client/people';
import type { Topology } from '../topology/start';
import { cpuOfChildren, inParallel, median, seconds, spread } from './support/measure';

const rounds = 7;
const each = 150;
const limits = { ratio: 0.8, cpuMs: 10 };

/** Logins of the web app, which sends a key made of the password, a second, compared with what Argon2id alone does here, in alternating rounds. */
export async function logins(topology: Topology): Promise<boolean> {
  const cores = availableParallelism();
  const account = {
    firstName: 'Ben',
    lastName: 'Bench',
    email: `logins-${Date.now()}@example.com`,
    password: 'Bench-bench-1!',
    companyName: 'Bench',
  };
  const { email, password } = account;
  const client = await register(topology, 'sender', account);
  const authKey = await deriveAuthKey(password, await client.send(routes.prelogin, { email }));
  const stored = await hash(authKey, hashCost);
  const native = () => inParallel(each, cores, () => verify(stored, authKey));
  const ours = () => inParallel(each, cores * 4, () => client.send(routes.login, { email, password: authKey }));
  await Promise.all([native(), ours()]);

  const rates: { native: number; ours: number; cpuMs: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const own = process.cpuUsage();
    const nativeSeconds = await seconds(native);
    const used = process.cpuUsage(own);
    const hashMs = (used.user + used.system) / 1000 / each;
    const before = cpuOfChildren();
    const oursSeconds = await seconds(ours);
    rates.push({
      native: each / nativeSeconds,
      ours: each / oursSeconds,
      cpuMs: ((cpuOfChildren() - before) * 1000) / each - hashMs,
    });
  }
  const ratio = median(rates.map((rate) => rate.ours / rate.native));
  const cpuMs = median(rates.map((rate) => rate.cpuMs));
  console.log(
    `logins (${topology.kind}): ${spread(rates.map((rate) => rate.ours))} a second, Argon2id alone ${spread(rates.map((rate) => rate.native))}: ` +
      `ratio ${ratio.toFixed(2)} (at least ${limits.ratio}), CPU compared with the hash ${cpuMs.toFixed(1)} ms (at most ${limits.cpuMs})`,
  );
  return ratio >= limits.ratio && cpuMs <= limits.cpuMs;
}
