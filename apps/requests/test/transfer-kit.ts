import type { UserActor } from '@tradepost/contracts/actor';
import type { Event } from '@tradepost/contracts/define';
import { requests } from '@tradepost/contracts/requests';
import type { StoredFile } from '@tradepost/contracts/storage';
import { sql } from '@tradepost/service-kit/database/sql';
import { TransferRow } from '../src/transfer/transfer.entity';
import { inAnHour, receiver, sender, type Fixture } from './fixture';

export interface Delivered {
  ann: UserActor;
  rita: UserActor;
  files: StoredFile[];
  requestId: string;
  id: string;
  expiry: string;
}

export const inHours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString();

/** Transfers and what is stored about them. @param fixtureOf the fixture, once it has started */
export function transfersOf(fixtureOf: () => Fixture) {
  async function deliver({
    expiry = inAnHour(),
    maxDownloads,
    ann = sender(),
    rita = receiver(),
  }: { expiry?: string; maxDownloads?: number; ann?: UserActor; rita?: UserActor } = {}): Promise<Delivered> {
    const fixture = fixtureOf();
    const files = fixture.stock(ann, 'a.csv', 'b.csv');
    const [request] = (await fixture.ask(files, rita)).requests;
    await fixture.prove(request!.id, ann);
    const { transfer } = await fixture.call(requests.confirm, { requestId: request!.id, expiry, maxDownloads }, ann);
    return { ann, rita, files, requestId: request!.id, id: transfer.id, expiry: transfer.expiry };
  }
  const change = (id: string, to: Partial<Omit<TransferRow, 'request' | 'licences'>>) =>
    sql(fixtureOf().db.read).update(TransferRow, { id }, to);
  return {
    deliver,
    change,
    expire: (id: string) => change(id, { expiresAt: new Date(Date.now() - 1) }),
    of: async <P extends { requestId: string }>(event: Event<P>, requestId: string) =>
      (await fixtureOf().published(event)).filter((payload) => payload.requestId === requestId),
  };
}
