import { once } from 'node:events';
import { Resolver } from 'node:dns/promises';
import { createServer, type AddressInfo } from 'node:net';
import type { UserActor } from '@tradepost/contracts/actor';
import { webhooks } from '@tradepost/contracts/webhooks';
import type { ServiceUnderTest } from '@tradepost/testing/service-harness';
import { WebhookRow } from '../src/webhook/webhook.entity';
import { people, startNotification } from './fixture';
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
const look = (family: 4 | 6) => async (host: string) => {
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

const create = (url: string) =>
  service.call(webhooks.create, { url, kinds: ['request.created'], description: '' }, sender);
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
