import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '@tradepost/contracts/routes';
import { newAccount, registerSender } from '../client/people';
import type { Topology } from '../topology/start';
import { EventFlow } from './support/event-flow';
import { cpuOfChildren, latencies, median, percentile, spread } from './support/measure';

const rounds = 5;
const [events, mailed] = [10_000, 500];
const least = 0.2;
const callsASecond = 100;
/** `BENCH_LAG_MINUTES` of calls; ten by default. */
const lagMinutes = Number(process.env.BENCH_LAG_MINUTES ?? 10);

/** Events through outbox, relay, JetStream and audit chain, and on to the mail queue, compared with JetStream alone; then how late they are under load. */
export async function eventRates(topology: Topology): Promise<boolean> {
  const flow = await EventFlow.open(topology);
  try {
    const rates: { alone: number; chain: number; cpuMs: number }[] = [];
    for (let round = -1; round < rounds; round++) {
      const alone = await flow.jetStreamRate(events);
      const before = cpuOfChildren();
      const chain = await flow.chainRate(events);
      if (round >= 0) rates.push({ alone, chain, cpuMs: ((cpuOfChildren() - before) * 1000) / events });
    }
    const ratio = median(rates.map(({ alone, chain }) => chain / alone));
    console.log(
      `events to audit entries: ${spread(
        rates.map(({ chain }) => chain),
        0,
      )} a second, JetStream alone with 64 outstanding ${spread(
        rates.map(({ alone }) => alone),
        0,
      )}: ` +
        `ratio ${ratio.toFixed(2)} (at least ${least}); CPU ${median(rates.map(({ cpuMs }) => cpuMs)).toFixed(2)} ms an event`,
    );
    const queued = [];
    for (let round = 0; round < rounds; round++) queued.push(await flow.queueRate(mailed));
    console.log(
      `events to mail jobs in the queue: ${spread(
        queued.map(({ rate }) => rate),
        0,
      )} a second; mailed ${spread(
        queued.map(({ mailed: took }) => mailed / took),
        0,
      )} a second`,
    );
    await lag(topology, flow);
    return ratio >= least;
  } finally {
    await flow.close();
  }
}

/** New folders at a steady rate, whether or not the last was answered: from their commit to that of the audit entry. */
async function lag(topology: Topology, flow: EventFlow): Promise<void> {
  const client = await registerSender(topology, newAccount('lag'));
  const since = new Date();
  const count = Math.round(lagMinutes * 60 * callsASecond);
  const took: number[] = [];
  const calls: Promise<void>[] = [];
  let failed = 0;
  const began = performance.now();
  for (let n = 0; n < count; n++) {
    const due = began + (n * 1000) / callsASecond;
    if (due > performance.now()) await pause(due - performance.now());
    calls.push(
      client.send(routes.createFolder, { name: `Lag ${n}` }).then(
        () => void took.push(performance.now() - due),
        () => void (failed += 1),
      ),
    );
  }
  await Promise.all(calls);
  await pause(2_000);
  const lags = await flow.lags(since);
  const of = (values: number[]) =>
    latencies({ p50: percentile(values, 0.5), p95: percentile(values, 0.95), p99: percentile(values, 0.99) });
  console.log(
    `${callsASecond} new folders a second for ${lagMinutes} minutes: ${took.length} answered, ${failed} failed, ${lags.length} audit entries`,
  );
  console.log(`event lag, commit to audit entry: ${of(lags)}; the calls themselves ${of(took)}`);
}
