import { routes } from '@tradepost/contracts/routes';
import { waitFor } from '@tradepost/testing/wait-for';
import { ApiClient } from '@tradepost/client/api/api-client';
import { ApiError } from '@tradepost/client/api/api-error';
import { kycSubmission, registerSender, type Account } from '@tradepost/tools/client/people';
import { replicasUnderKills } from '@tradepost/tools/faults/replicas';
import type { Topology } from '@tradepost/tools/topology/start';
import { temporaryTopology } from '../support/topology';

const replicas = 3;
/** Enough that the proxy's turns meet every gateway twice. */
const tries = 2 * replicas;
const account: Account = {
  firstName: 'Rae',
  lastName: 'Many',
  email: `many-${Date.now()}@example.com`,
  password: 'Many-many-1!',
  companyName: 'Many',
};

describe('three replicas of every app behind a proxy', () => {
  let topology: Topology;
  let client: ApiClient;

  beforeAll(async () => {
    topology = await temporaryTopology('services', { replicas });
    client = await registerSender(topology, account);
  });
  afterAll(() => topology?.stop());

  const again = <T>(call: (n: number) => Promise<T>) => Promise.all(Array.from({ length: tries }, (_, n) => call(n)));
  const statusOf = (signedIn: ApiClient) => signedIn.fetch('/auth/me').then(({ status }) => status);

  it('send live updates to a browser from any gateway', async () => {
    const streams = await again(async () => {
      const controller = new AbortController();
      const response = await client.fetch('/events', { signal: controller.signal });
      const received = { text: '', controller };
      void (async () => {
        for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>)
          received.text += Buffer.from(piece).toString();
      })().catch(() => undefined);
      return received;
    });
    const { user } = await client.send(routes.me, {});
    await client.sendForm(
      routes.updateKyc,
      {},
      { userId: user.id, kycData: JSON.stringify(kycSubmission(account)) },
      {},
    );
    await waitFor(() => streams.every(({ text }) => text.includes('event: kyc.changed')), {
      what: 'the event in every stream',
    });
    for (const { controller } of streams) controller.abort();
  });

  it('end a session everywhere', async () => {
    const { token } = await client.send(routes.login, { email: account.email, password: account.password });
    const other = new ApiClient(topology.origin, { token });
    expect(await again(() => statusOf(other))).toEqual(Array(tries).fill(200));
    await client.send(routes.endOtherSessions, {});
    await waitFor(async () => (await again(() => statusOf(other))).every((status) => status === 401), {
      what: 'every gateway to know of the end',
    });
    expect(await again(() => statusOf(client))).toEqual(Array(tries).fill(200));
  });

  it('revoke a key everywhere, and count its uses together', async () => {
    const { key, apiKey } = await client.send(routes.createApiKey, {
      name: 'Nightly',
      scopes: ['read'],
      expiresInDays: 1,
      password: account.password,
    });
    const program = new ApiClient(topology.origin, { token: key });
    const codes = () =>
      again(() =>
        program.send(routes.folders, {}).then(
          () => 'ok',
          (error: ApiError) => error.code,
        ),
      );
    expect(await codes()).toEqual(Array(tries).fill('ok'));
    const used = (await client.send(routes.apiKeys, {})).find(({ id }) => id === apiKey.id);
    expect(used?.lastUsedAt).not.toBeNull();
    await client.send(routes.revokeApiKey, { id: apiKey.id });
    await waitFor(async () => (await codes()).every((code) => code === 'KEY_REVOKED'), {
      what: 'every gateway to know of the end',
    });
  });

  it('count wrong passwords together', async () => {
    const statuses: number[] = [];
    // each failure after the fifth doubles the pause, until it is longer than a slow machine takes for a call
    for (let n = 0; n < 14 && !statuses.includes(429); n += 1) {
      const { status } = await client.fetch('/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: account.email, password: `wrong-password-${n}` }),
      });
      statuses.push(status);
    }
    expect(statuses.slice(0, 5)).toEqual(Array(5).fill(401));
    expect(statuses.at(-1)).toBe(429);
  });

  it('lose no acknowledged data when one of them is killed', async () => {
    const { facts, losses } = await replicasUnderKills(topology, { replicas: 1 });
    expect(Object.entries(losses).filter(([, count]) => count !== 0)).toEqual([]);
    expect(facts['files acknowledged']).toBeGreaterThan(10);
  });
});
