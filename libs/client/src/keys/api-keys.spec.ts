import { routes, type Route } from '@tradepost/contracts/routes';
import type { Caller } from '../api/api-client';
import { createApiKey } from './keys';

/** A server that knows a person with these roles, who has a vault for the own account. */
function serverFor(...roles: string[]) {
  const sent: [Route, object][] = [];
  const send = (route: Route, input: object) => {
    sent.push([route, input]);
    if (route === routes.me) return Promise.resolve({ user: { id: 'cora', roles } });
    if (route === routes.createApiKey) return Promise.resolve({ key: 'tp_', apiKey: {} });
    return Promise.resolve({ keys: null });
  };
  return { sent, client: { send } as unknown as Caller };
}
const password = { kek: {}, prove: () => Promise.resolve('proof') };
const input = { name: 'Nightly', scopes: ['read' as const], expiresInDays: 30, addresses: [] };

it('does not wrap the own vault of a co-owner for the API key of the company', async () => {
  const { client, sent } = serverFor('co-owner');
  expect(await createApiKey(client, password as never, input)).toMatchObject({ key: 'tp_', sealingKey: null });
  expect(sent.map(([route]) => route)).toEqual([routes.me, routes.createApiKey]);
  const owner = serverFor('owner');
  await createApiKey(owner.client, password as never, input);
  expect(owner.sent.map(([route]) => route)).toEqual([routes.me, routes.keys, routes.createApiKey]);
});
