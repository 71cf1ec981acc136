import { once } from 'node:events';
import { Resolver } from 'node:dns/promises';
import { createServer, type AddressInfo } from 'node:net';
import type { UserActor } from '@tradepost/contracts/actor';
import { identityEvents } from '@tradepost/contracts/identity';
import { webhooks } from '@tradepost/contracts/webhooks';
import type { ServiceUnderTest } from '@tradepost/testing/service-harness';
import { WebhookRow } from '../src/webhook/webhook.entity';
import { people, startNotification } from './fixture';
import { memberKit, memberOf, refOf } from './member-kit';
import { sql } from '@tradepost/service-kit/database/sql';

let service: ServiceUnderTest;
let sender: UserActor;
let port: number;
let connections = 0;
const inside = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
/** What the world's DNS says: the only thing here that is not real. */
const answers: Record<string, string[]> = {};
/** What happens until the DNS of a host answers. */
const untilAnswered: Record<string, () => Promise<void>> = {};
const look = (family: 4 | 6) => async (host: string) => {
  await untilAnswered[host]?.();
  const found = (answers[host] ?? []).filter((address) => address.includes(':') === (family === 6));
  if (found.length === 0) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
  return found;
};

beforeAll(async () => {
  jest.spyOn(Resolver.prototype, 'resolve4').mockImplementation(look(4) as never);
  jest.spyOn(Resolver.prototype, 'resolve6').mockImplementation(look(6) as never);
  inside.listen(0, '127.0.0.1');
  await once(inside, 'listening');
  port = (inside.address() as AddressInfo).port;
  service = await startNotification();
  ({ sender } = await people(service));
});
afterAll(async () => {
  await service.stop();
  inside.close();
});

const create = (url: string, by = sender) =>
  service.call(webhooks.create, { url, kinds: ['request.created'], description: '' }, by);
const { join } = memberKit(() => service);
const refused = { status: 400, code: 'INVALID', errors: [expect.objectContaining({ field: 'url' })] };

it('refuses private addresses under any name, and reveals nothing else', async () => {
  Object.assign(answers, {
    'inner.example': ['10.0.0.7'],
    'mixed.example': ['8.8.8.8', '169.254.169.254'],
    'mapped.example': ['::ffff:127.0.0.1'],
    'nat64.example': ['64:ff9b::a9fe:a9fe'],
  });
  const hosts = [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '2130706433',
    '169.254.169.254',
    '192.168.0.1',
    '[fd00::1]',
    '[::ffff:10.0.0.1]',
    'inner.example',
    'mixed.example',
    'mapped.example',
    'nat64.example',
    'nowhere.example',
  ];
  const words = new Set<string>();
  for (const host of hosts) {
    const error = await create(`https://${host}:${port}/`).catch((reason: Error) => reason);
    expect(error).toMatchObject(refused);
    words.add((error as Error).message);
  }
  expect([...words]).toEqual(['This host has no public address']);
  for (const url of [`http://8.8.8.8:${port}/`, 'https://8.8.8.8:22/', 'https://user:secret@8.8.8.8/'])
    await expect(create(url)).rejects.toMatchObject(refused);
  expect(await service.call(webhooks.list, {}, sender)).toEqual([]);
});

it('a name that later resolves to another address has no effect', async () => {
  answers['rebinding.example'] = ['8.8.8.8'];
  const { id } = await create(`https://rebinding.example:${port}/`);
  answers['rebinding.example'] = ['127.0.0.1'];
  expect(await service.call(webhooks.test, { id }, sender)).toMatchObject({
    status: 'failed',
    fault: 'address',
    responseStatus: null,
    response: null,
  });
  await expect(service.call(webhooks.change, { id, url: `https://127.0.0.1:${port}/` }, sender)).rejects.toMatchObject(
    refused,
  );
  // a row from before, when the installation was a lab
  await sql(service.db.read).update(WebhookRow, id, { url: `http://127.0.0.1:${port}/` });
  expect(await service.call(webhooks.test, { id }, sender)).toMatchObject({ status: 'failed', fault: 'address' });
  expect(connections).toBe(0);
});

describe('a name with DNS that answers late', () => {
  beforeAll(() => (answers['late.example'] = ['8.8.8.8']));
  afterEach(() => delete untilAnswered['late.example']);
  const url = () => `https://late.example:${port}/`;

  it('becomes the target of a co-owner, also of one that no event has named so far', async () => {
    for (const cora of [await join(sender, 'co-owner'), memberOf(sender, 'co-owner')]) {
      const { id } = await create(url(), cora);
      await service.call(webhooks.remove, { id }, sender);
    }
  });

  it('is no target of a co-owner who was removed, or has lost the role, before it answers', async () => {
    const { id } = await create(`https://8.8.8.8:${port}/`);
    const before = await service.call(webhooks.list, {}, sender);
    for (const isRemoved of [true, false]) {
      const cora = await join(sender, 'co-owner');
      untilAnswered['late.example'] = async () => {
        if (isRemoved) return service.deliverEvent(identityEvents.memberRemoved, refOf(cora));
        const changed = { before: ['co-owner'], roles: ['manager'], by: 'person' } as const;
        return service.deliverEvent(identityEvents.memberRolesChanged, { ...refOf(cora), ...changed });
      };
      const gone = { code: 'NOT_ALLOWED', status: 403 };
      await expect(create(url(), cora)).rejects.toMatchObject(gone);
      await service.deliverEvent(identityEvents.memberRolesChanged, {
        ...{ ...refOf(cora), before: ['manager'], roles: ['co-owner'], by: 'person' },
      });
      await expect(service.call(webhooks.change, { id, url: url() }, cora)).rejects.toMatchObject(gone);
    }
    expect(await service.call(webhooks.list, {}, sender)).toEqual(before);
  });
});
