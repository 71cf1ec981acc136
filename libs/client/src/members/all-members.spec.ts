import type { Member, MemberPage } from '@tradepost/contracts/identity';
import { permissionsOfRole, type Role } from '@tradepost/contracts/roles';
import { routes, type Route, type RouteIn, type RouteOut } from '@tradepost/contracts/routes';
import type { Caller } from '../api/api-client';
import { keyHolders } from '../company/remaining';
import type { Ledger } from '../ledger/ledger';
import { allMembers } from './all-members';

type Asked = RouteIn<typeof routes.members>;
const nobody = { hasPersonKey: true, canHoldShare: false, absence: null, delegate: null };
const member = (n: number, role: Role): Member => {
  const person = { id: `m${n}`, email: `m${n}@a.example`, firstName: 'M', lastName: String(n) };
  return { ...person, ...nobody, roles: [role], joinedAt: '2026-11-01T10:00:00.000Z', hasKeys: role !== 'auditor' };
};

/** Answers as the server does, with at most 200 people at once. */
function serverOf(people: Member[], pageOf = (page: MemberPage): RouteOut<typeof routes.members> => page) {
  const asked: Asked[] = [];
  const send = async (route: Route, input: Asked) => {
    if (route !== routes.members) throw new Error('not expected');
    asked.push(input);
    const { may, pageSize = 50, after } = input;
    const found = people.filter(({ roles }) => !may || roles.some((role) => permissionsOfRole[role].includes(may)));
    const from = after ? found.findIndex(({ id }) => id === after) + 1 : 0;
    const items = found.slice(from, from + Math.min(200, pageSize));
    const next = from + items.length < found.length ? items.at(-1)!.id : null;
    return pageOf({ items, total: found.length, page: 1, pageSize, next });
  };
  return { client: { send } as unknown as Caller, asked };
}

const company = Array.from({ length: 501 }, (_, n) =>
  member(n, n === 0 ? 'owner' : n % 5 === 0 ? 'auditor' : 'manager'),
);

describe('all members', () => {
  it('are everyone of a company with more than two pages', async () => {
    const { client, asked } = serverOf(company);
    expect(await allMembers(client)).toEqual(company);
    expect(asked).toHaveLength(3);
  });

  it('are those with a permission, from the same pages', async () => {
    const { client } = serverOf(company);
    expect(await allMembers(client, { may: 'keys' })).toEqual(company.filter(({ roles }) => roles[0] !== 'auditor'));
  });

  it('are what a server of the release before answers, which has no pages', async () => {
    const { client, asked } = serverOf(company, () => company);
    expect(await allMembers(client)).toEqual(company);
    expect(asked).toHaveLength(1);
  });

  it('end where a server would go on for ever', async () => {
    const { client, asked } = serverOf(company, (page) => ({ ...page, items: company.slice(0, 2), next: 'm1' }));
    await expect(allMembers(client)).rejects.toMatchObject({ problem: 'MALFORMED' });
    expect(asked).toHaveLength(2);
  });
});

it('finds each of 450 holders of the keys of a company, which is more than two pages, for new keys', async () => {
  const people = Array.from({ length: 450 }, (_, n) => member(n + 1, 'uploader'));
  const { client } = serverOf([member(0, 'owner'), ...people]);
  const ledger = { load: async () => ({ members: new Map() }) } as unknown as Ledger;
  const asked: string[] = [];
  const keys = {
    send: async (route: Route, { id }: { id: string }) => {
      if (route !== routes.memberKey) throw new Error('not expected');
      asked.push(id);
      return { userId: id, email: `${id}@a.example`, key: null };
    },
  } as unknown as Caller;
  const holders = await keyHolders(keys, ledger, await allMembers(client, { may: 'keys' }));
  expect(holders.map(({ member: { id } }) => id)).toEqual(people.map(({ id }) => id));
  expect(new Set(asked).size).toBe(450);
});
