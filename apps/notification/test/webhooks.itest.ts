import type { UserActor } from '@tradepost/contracts/actor';
import type { AnyCommand } from '@tradepost/contracts/define';
import { identityEvents } from '@tradepost/contracts/identity';
import { requestEvents } from '@tradepost/contracts/requests';
import { addressKey } from '@tradepost/contracts/values/address';
import { webhookEvents, webhooks, type NewSecret } from '@tradepost/contracts/webhooks';
import { tablesWith } from '@tradepost/testing/tables-with';
import { memberOf, publicActor, userActor, type ServiceUnderTest } from '@tradepost/testing/service-harness';
import { waitFor } from '@tradepost/testing/wait-for';
import { v7 as uuidv7 } from 'uuid';
import { DeliveryRow, WebhookRow } from '../src/webhook/webhook.entity';
import { WebhookMaintenance } from '../src/webhook/webhook-maintenance';
import { documentedVerification, startReceiver, type Receiver, type Verify } from './receiver';
import { people, requestOf, startNotification } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

let verify: Verify;
let service: ServiceUnderTest;
let receiver: Receiver;
let sender: UserActor;
let partner: UserActor;

beforeAll(async () => {
  verify = await documentedVerification();
  service = await startNotification({ WEBHOOK_ALLOW_PRIVATE: 'true' });
});
beforeEach(async () => {
  receiver = await startReceiver();
  ({ sender, receiver: partner } = await people(service));
});
afterEach(() => receiver.stop());
afterAll(() => service.stop());

const create = (actor = sender, given: object = {}): Promise<NewSecret> =>
  service.call(
    webhooks.create,
    { url: receiver.url, kinds: ['request.created'], description: 'Nightly', ...given },
    actor,
  );
const request = () => service.deliverEvent(requestEvents.created, requestOf(sender, partner));
const wrong = (field: string) => ({ status: 400, errors: [expect.objectContaining({ field })] });

it('has entities that match the migrations', async () => {
  expect((await service.db.source.driver.createSchemaBuilder().log()).upQueries).toEqual([]);
});

describe('a company’s webhooks', () => {
  it('are created with a secret that is shown once', async () => {
    const { secret, ...made } = await create();
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    expect(made).toMatchObject({
      url: receiver.url,
      kinds: ['request.created'],
      description: 'Nightly',
      enabled: true,
      offBecause: null,
      secretEnd: secret.slice(-4),
      lastDeliveredAt: null,
    });
    expect(await service.call(webhooks.list, {}, sender)).toEqual([made]);
    expect(await tablesWith(service.db, secret)).toEqual([]);
    expect(await service.published(webhookEvents.webhookCreated)).toContainEqual({
      companyId: sender.companyId,
      webhookId: made.id,
      host: '127.0.0.1',
    });
  });

  it('of a co-owner belong to the company, and get what is for its owner', async () => {
    const coOwner = memberOf(sender, ['co-owner']);
    const { id } = await create(coOwner, { kinds: ['request.accepted', 'request.created'] });
    expect((await service.call(webhooks.list, {}, sender)).map((one) => one.id)).toEqual([id]);
    const stored = await sql(service.db.read).findOneByOrFail(WebhookRow, { id });
    expect(stored).toMatchObject({ ownerId: sender.userId, ownerEmail: addressKey(sender.email) });
    await service.call(webhooks.remove, { id }, sender);
    expect(await service.call(webhooks.list, {}, coOwner)).toEqual([]);
  });

  it('are limited to ten, also for parallel calls', async () => {
    const made = await Promise.allSettled(Array.from({ length: 13 }, () => create()));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(made.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'WEBHOOKS_FULL', status: 409 },
    });
    expect(await service.call(webhooks.list, {}, sender)).toHaveLength(10);
  });

  it('refuse invalid addresses and events', async () => {
    for (const url of [
      '',
      'hooks',
      'ftp://hooks.example/',
      'https://ann:secret@hooks.example/',
      'https://hooks.example/#here',
      `https://hooks.example/${'x'.repeat(2000)}`,
    ]) {
      await expect(create(sender, { url })).rejects.toMatchObject(wrong('url'));
    }
    for (const kinds of [[], ['request.vanished'], 'request.created', undefined])
      await expect(create(sender, { kinds })).rejects.toMatchObject({ status: 400 });
    expect(await service.call(webhooks.list, {}, sender)).toEqual([]);
  });

  it('can be changed in part, and changes are logged', async () => {
    const { id } = await create();
    expect(
      await service.call(webhooks.change, { id, kinds: ['request.created', 'kyc.changed', 'kyc.changed'] }, sender),
    ).toMatchObject({ url: receiver.url, kinds: ['request.created', 'kyc.changed'], description: 'Nightly' });
    expect(await service.call(webhooks.change, { id, description: '' }, sender)).toMatchObject({
      kinds: ['request.created', 'kyc.changed'],
      description: '',
    });
    await expect(service.call(webhooks.change, { id, url: 'nowhere' }, sender)).rejects.toMatchObject(wrong('url'));
    await expect(service.call(webhooks.change, { id, kinds: [] }, sender)).rejects.toMatchObject({ status: 400 });
    expect(
      (await service.published(webhookEvents.webhookChanged)).filter(({ webhookId }) => webhookId === id),
    ).toHaveLength(2);
  });

  it('can be used only by this company', async () => {
    const { id } = await create();
    await request();
    await receiver.has(1);
    const deliveryId = (await service.call(webhooks.deliveries, { id }, sender)).items[0]!.id;
    const calls: [AnyCommand, object][] = [
      [webhooks.change, { id, description: 'Mine' }],
      [webhooks.switch, { id, enabled: false }],
      [webhooks.remove, { id }],
      [webhooks.rotate, { id }],
      [webhooks.test, { id }],
      [webhooks.deliveries, { id }],
      [webhooks.replay, { id, deliveryId }],
      [webhooks.replayFailed, { id, since: '2020-01-01T00:00:00Z' }],
    ];
    const own = await create(partner);
    for (const [command, input] of calls) {
      await expect(service.call(command, input, partner)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(service.call(command, { ...input, id: 'nonsense' }, partner)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
      await expect(
        service.call(command, input, userActor({ companyId: null, companyName: null })),
      ).rejects.toMatchObject({ code: 'COMPANY_MISSING' });
      await expect(service.call(command, input, publicActor)).rejects.toMatchObject({ status: 401 });
    }
    await expect(service.call(webhooks.replay, { id: own.id, deliveryId }, partner)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect((await service.call(webhooks.list, {}, partner)).map((webhook) => webhook.id)).toEqual([own.id]);
    expect(await service.call(webhooks.list, {}, sender)).toMatchObject([
      { id, description: 'Nightly', enabled: true },
    ]);
    expect(receiver.received).toHaveLength(1);
  });

  it('are deleted with the account', async () => {
    const { id } = await create(partner, { kinds: ['request.accepted'] });
    await create();
    await request();
    await receiver.has(1);
    await service.deliverEvent(identityEvents.accountDeleted, {
      userId: partner.userId,
      email: partner.email,
      companyId: partner.companyId,
    });
    expect(await sql(service.db.read).countBy(WebhookRow, { id })).toBe(0);
    expect(await tablesWith(service.db, partner.email)).toEqual([]);
  });
});

describe('secrets', () => {
  const signature = (of: { headers: object }) =>
    (of.headers as Record<string, string>)['x-tradepost-signature'] as string;

  it('sign together for a day after a rotation, then only the new one signs', async () => {
    const { id, secret: old } = await create();
    const rotated = await service.call(webhooks.rotate, { id }, sender);
    expect(rotated.secret).not.toBe(old);
    expect(Date.parse(rotated.oldSecretUntil as string) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    await request();
    const [first] = await receiver.has(1);
    expect(signature(first!).match(/v1=/g)).toHaveLength(2);
    expect([old, rotated.secret].map((secret) => verify(signature(first!), first!.body, secret))).toEqual([true, true]);

    await sql(service.db.read).update(WebhookRow, id, { oldSecretUntil: new Date() });
    await request();
    const [, second] = await receiver.has(2);
    expect([old, rotated.secret].map((secret) => verify(signature(second!), second!.body, secret))).toEqual([
      false,
      true,
    ]);
    await service.app.get(WebhookMaintenance).sweep();
    expect(await sql(service.db.read).findOneByOrFail(WebhookRow, { id })).toMatchObject({
      oldSecret: null,
      oldSecretUntil: null,
    });
    expect(await service.published(webhookEvents.webhookSecretRotated)).toContainEqual({
      companyId: sender.companyId,
      webhookId: id,
      host: '127.0.0.1',
    });
  });

  it('prove the body and the time', async () => {
    const { secret } = await create();
    await request();
    const { body, headers } = (await receiver.has(1))[0]!;
    const header = signature({ headers });
    expect(verify(header, body, secret)).toBe(true);
    expect(verify(header, `${body} `, secret)).toBe(false);
    expect(verify(header, body, `${secret}x`)).toBe(false);
    expect(
      verify(
        header.replace(/t=\d+/, (t) => `t=${Number(t.slice(2)) + 1}`),
        body,
        secret,
      ),
    ).toBe(false);
    expect(verify(header, body, secret, Date.now() / 1000 + 301)).toBe(false);
    for (const nonsense of ['', 't=1', 'v1', 'v1=', 't=,v1=é', header.slice(0, -2)])
      expect(verify(nonsense, body, secret)).toBe(false);
  });

  it('move to a new key while the old one is configured, and report an error if it is not', async () => {
    const { id, secret } = await create();
    const newKey = 'a newer key of the tests, 32 characters';
    const stored = async () => (await sql(service.db.read).findOneByOrFail(WebhookRow, { id })).secret;
    const before = await stored();
    const lost = await service.replica({ WEBHOOK_KEY: newKey });
    expect(await lost.call(webhooks.test, { id }, sender)).toMatchObject({ status: 'failed', fault: 'secret' });
    await lost.app.get(WebhookMaintenance).sweep();
    expect(await stored()).toBe(before);
    await lost.stop();
    const replica = await service.replica({
      WEBHOOK_KEY: newKey,
      WEBHOOK_KEY_PREVIOUS: process.env.WEBHOOK_KEY as string,
    });
    await replica.app.get(WebhookMaintenance).sweep();
    expect(await stored()).not.toBe(before);
    expect(await replica.call(webhooks.test, { id }, sender)).toMatchObject({ status: 'delivered' });
    expect(verify(signature(receiver.received[0]!), receiver.received[0]!.body, secret)).toBe(true);
    await replica.stop();
    await sql(service.db.read).delete(WebhookRow, { id });
  });
});

describe('a test', () => {
  it('is sent at once and reports the result', async () => {
    const { id } = await create();
    expect(await service.call(webhooks.test, { id }, sender)).toMatchObject({
      kind: 'test',
      status: 'delivered',
      attempts: 1,
      responseStatus: 200,
      response: 'ok',
      fault: null,
      nextAttemptAt: null,
    });
    expect(receiver.received[0]?.event).toMatchObject({
      kind: 'test',
      companyId: sender.companyId,
      data: { message: expect.any(String) },
    });
    receiver.answer = (response) => response.writeHead(500).end('broken');
    expect(await service.call(webhooks.test, { id }, sender)).toMatchObject({
      status: 'failed',
      responseStatus: 500,
      response: 'broken',
      fault: 'status',
      nextAttemptAt: null,
    });
    expect(await service.call(webhooks.list, {}, sender)).toMatchObject([
      { failingSince: null, lastDeliveredAt: expect.any(String) },
    ]);
  });

  it('works while the webhook is off, and has a limit', async () => {
    const { id } = await create();
    await service.call(webhooks.switch, { id, enabled: false }, sender);
    for (let i = 0; i < 6; i += 1)
      expect(await service.call(webhooks.test, { id }, sender)).toMatchObject({ status: 'delivered' });
    await expect(service.call(webhooks.test, { id }, sender)).rejects.toMatchObject({ code: 'TOO_MANY' });
    expect(receiver.received).toHaveLength(6);
  });

  it('that was interrupted is finished once by another replica', async () => {
    const { id } = await create();
    await service.call(webhooks.test, { id }, sender);
    await sql(service.db.read).update(
      DeliveryRow,
      { webhookId: id },
      { status: 'waiting', nextAttemptAt: new Date(), lease: uuidv7(), leasedUntil: new Date() },
    );
    receiver.answer = (response) => response.writeHead(500).end();
    await receiver.has(2);
    const failed = async () => (await service.call(webhooks.deliveries, { id, status: 'failed' }, sender)).total;
    await waitFor(failed);
    expect(receiver.received).toHaveLength(2);
  });
});
