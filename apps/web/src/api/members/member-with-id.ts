import { mostNamed, type Member, type MemberPage } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { send } from '../send';

let waiting: { ids: Set<string>; found: Promise<Member[]> } | undefined;

/** Parts of a screen that ask for people at the same time share a call. */
export async function memberWithId(id: string): Promise<Member | null> {
  if (!waiting || (waiting.ids.size >= mostNamed && !waiting.ids.has(id))) {
    const ids = new Set<string>();
    waiting = { ids, found: Promise.resolve().then(() => find(ids)) };
  }
  waiting.ids.add(id);
  return (await waiting.found).find((member) => member.id === id) ?? null;
}

async function find(ids: Set<string>): Promise<Member[]> {
  if (waiting?.ids === ids) waiting = undefined;
  const asked = { page: 1, pageSize: mostNamed, people: [...ids].join(' ') };
  const { items } = (await send(routes.members, asked)) as MemberPage;
  return items;
}
