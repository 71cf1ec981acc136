import type { Topology } from '../topology/start';
import { arrive } from './arrivals';
import type { MailSink } from './mail-sink';
import { registerTrades } from './people';
import type { Run } from './report';
import { watch } from './watch';

/** Until caches, pools and compiled code have their size. */
const warmUpShare = 1 / 5;
const longestWarmUpMs = 3 * 60_000;

interface Load {
  people: number;
  /** Arrivals a second. */
  rate: number;
  seconds: number;
}

/** Settings of an installation that one machine loads: all people have one network, and accept more in an hour than people do. */
export const settingsUnderLoad = { ACCEPT_CODES_PER_HOUR: '1000000', LOGIN_FAILURES_PER_ADDRESS: '100000' };

/** Registers people, lets them work, and looks at the installation all the time. */
export async function underLoad(topology: Topology, sink: MailSink, { people, rate, seconds }: Load): Promise<Run> {
  const trades = await registerTrades({ origin: topology.origin, inboxUrl: sink.webUrl }, sink, people);
  const watching = await watch(topology);
  try {
    const arrivals = await arrive(trades, { rate, seconds });
    const readings = await watching.stop();
    return { ...arrivals, readings, warmUpMs: Math.min(seconds * 1_000 * warmUpShare, longestWarmUpMs) };
  } finally {
    for (const trade of trades) trade.stop();
  }
}
