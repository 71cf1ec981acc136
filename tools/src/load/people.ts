import { ApiClient } from '@tradepost/client/api/api-client';
import { inParallel } from '../bench/support/measure';
import { registerPair, type Account, type Place } from '../client/people';
import type { MailSink } from './mail-sink';
import { newRecord } from './sign-in';
import { Trade } from './trade';

const atOnce = 4;

/** As many pairs of a sender and a receiver, each of a company of its own, as this number of people has. */
export async function registerTrades(place: Place, sink: MailSink, people: number): Promise<Trade[]> {
  const trades: Trade[] = [];
  await inParallel(Math.ceil(people / 2), atOnce, async (n) => {
    const [from, to] = [await newAccount(place, 'sender', n), await newAccount(place, 'receiver', n)];
    const { sender, receiver } = await registerPair(place, from, to);
    trades.push(new Trade(sink, { client: sender, email: from.email }, { client: receiver, email: to.email }));
  });
  return trades;
}

async function newAccount({ origin }: Place, role: string, n: number): Promise<Account> {
  const email = `${role}-${n}-${process.pid}@load.example`;
  const password = await newRecord(new ApiClient(origin), email);
  return { firstName: 'Lou', lastName: `Load ${n}`, email, password, companyName: `Load ${role} ${n}` };
}
