import type { UserActor } from '@tradepost/contracts/actor';
import { identityEvents } from '@tradepost/contracts/identity';
import { kycEvents } from '@tradepost/contracts/kyc';
import { notificationEvents } from '@tradepost/contracts/live-updates';
import { requestEvents } from '@tradepost/contracts/requests';
import { storageEvents } from '@tradepost/contracts/storage';
import { webhooks } from '@tradepost/contracts/webhooks';
import { OutboxRow } from '@tradepost/service-kit/database/kit.entities';
import { waitFor } from '@tradepost/testing/wait-for';
import type { ServiceUnderTest } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { WebhookDeliveriesRepository } from '../src/webhook/deliveries.repository';
import { WebhookMaintenance } from '../src/webhook/webhook-maintenance';
import { DeliveryRow, WebhookRow } from '../src/webhook/webhook.entity';
import { documentedVerification, type Receiver, type Verify } from './receiver';
import { people, requestOf, startNotification } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';
import { hoursAgo, webhooksOf } from './webhook-kit';

let verify: Verify;
let service: ServiceUnderTest;
let receivers: Receiver[];
let sender: UserActor;
let partner: UserActor;

beforeAll(async () => {
  verify = await documentedVerification();
  service = await startNotification({ WEBHOOK_ALLOW_PRIVATE: 'true' });
});
beforeEach(async () => {
  receivers = [];
  ({ sender, receiver: partner } = await people(service));
});
afterEach(async () => {
  await sql(service.db.read).createQueryBuilder().delete().from(WebhookRow).execute();
  receivers.forEach((receiver) => receiver.stop());
});
afterAll(() => service.stop());

const { webhook, request, deliveries, only, figures } = webhooksOf(() => ({ service, sender, partner, receivers }));

describe('what happens', () => {
  it('reaches both sides once, signed and complete, and contains nothing of others', async () => {
    const [ours, theirs] = [await webhook(), await webhook(partner)];
    const before = (await service.published(notificationEvents.posted)).length;
    const trade = requestOf(sender, partner);
    const owned = { companyId: sender.companyId as string, companyName: 'Harbour' };
    const folder = { ...owned, folderId: uuidv7(), folderName: 'Trade' };
    for (let i = 0; i < 3; i += 1)
      await service.deliverEvent(requestEvents.created, trade, { id: '0198aaaa-0000-7000-8000-000000000001' });
    await service.deliverEvent(requestEvents.accepted, { ...trade, expiry: '2030-01-01T00:00:00.000Z' });
    await service.deliverEvent(requestEvents.archiveReady, { ...trade, size: 5 } as never);
    await service.deliverEvent(requestEvents.firstDownloaded, trade as never);
    await service.deliverEvent(requestEvents.withdrawn, trade);
    await service.deliverEvent(storageEvents.folderDelivered, {
      ...folder,
      emails: [partner.email.toUpperCase(), 'other@lisboa.example'],
    });
    await service.deliverEvent(kycEvents.statusChanged, {
      companyId: sender.companyId,
      status: 'Processing',
      reason: null,
      documents: [],
      fields: [],
    } as never);
    await service.deliverEvent(identityEvents.invitationSent, {
      invitationId: uuidv7(),
      ...owned,
      email: partner.email,
    });

    const posted = (
      await sql(service.db.read).find(OutboxRow, {
        where: { subject: notificationEvents.posted.subject },
        order: { id: 'ASC' },
      })
    ).slice(before);
    const concerns = ({ companyId, userId, email }: UserActor) =>
      posted.filter(({ payload }) =>
        (payload as { audience: { companyId?: string; userId?: string; email?: string }[] }).audience.some(
          (one) =>
            one.companyId === companyId || one.userId === userId || one.email?.toLowerCase() === email.toLowerCase(),
        ),
      );
    for (const [{ receiver, secret, id }, actor, count] of [
      [ours, sender, 5],
      [theirs, partner, 4],
    ] as const) {
      const expected = concerns(actor).map(({ id: eventId, payload }) => ({
        id: eventId,
        kind: (payload as { type: string }).type,
        data: (payload as { data: object }).data,
      }));
      expect(expected).toHaveLength(count);
      const received = await receiver.has(count);
      const sorted = received.map(({ event }) => event).sort((a, b) => a.id.localeCompare(b.id));
      expect(sorted).toEqual(
        expected.map((event) => ({ ...event, at: expect.any(String), companyId: actor.companyId })),
      );
      for (const { headers, body, event } of received) {
        expect(headers).toMatchObject({ 'x-tradepost-event': event.id, 'content-type': 'application/json' });
        expect(verify(headers['x-tradepost-signature'] as string, body, secret)).toBe(true);
      }
      await waitFor(async () => (await deliveries(id, { status: 'delivered' }, actor)).length === count);
    }
  });

  it('is sent only for chosen kinds, and contains no link', async () => {
    const { id, receiver } = await webhook(sender, ['request.withdrawn']);
    await request();
    await service.deliverEvent(requestEvents.withdrawn, requestOf(sender, partner));
    const received = await receiver.has(1);
    await only(id, { status: 'delivered' });
    expect(received.map(({ event }) => event.kind)).toEqual(['request.withdrawn']);
    expect(received[0]?.body).not.toMatch(/http|dashboard|expiry/);
    expect(await deliveries(id)).toHaveLength(1);
  });
});

describe('nothing is lost', () => {
  it('when the sending process dies: another sends the event once the lease expires', async () => {
    const { id, receiver } = await webhook();
    await service.call(webhooks.switch, { id, enabled: false }, sender);
    await sql(service.db.read).insert(
      DeliveryRow,
      Array.from({ length: 3 }, () => ({
        id: uuidv7(),
        webhookId: id,
        eventId: uuidv7(),
        kind: 'request.created' as const,
        data: {},
        giveUpAt: hoursAgo(-24),
      })),
    );
    // taken by one that never comes back
    const dead = uuidv7();
    await sql(service.db.read).update(
      DeliveryRow,
      { webhookId: id },
      { lease: dead, leasedUntil: hoursAgo(-1), attempts: 1, nextAttemptAt: hoursAgo(1) },
    );
    await service.call(webhooks.switch, { id, enabled: true }, sender);
    await service.call(webhooks.test, { id }, sender);
    expect(receiver.received).toHaveLength(1);
    const { age, ...waiting } = await figures();
    expect(waiting).toEqual({ untried: 0, retried: 3 });
    expect(Math.round(age / 60)).toBe(60);
    await sql(service.db.read).update(WebhookRow, id, { failingSince: new Date() });
    expect(await figures()).toEqual({ ...waiting, age: 0 });
    await sql(service.db.read).update(WebhookRow, id, { failingSince: null });
    await sql(service.db.read).update(DeliveryRow, { webhookId: id, lease: dead }, { leasedUntil: new Date() });
    await receiver.has(4);
    await waitFor(async () => (await deliveries(id, { status: 'delivered', kind: 'request.created' })).length === 3);
    // and should it come back all the same, it is too late
    const late = { fault: 'timeout' as const, responseStatus: null, response: null, tookMs: 1 };
    const repository = service.app.get(WebhookDeliveriesRepository);
    const [delivered] = await deliveries(id, { kind: 'request.created' });
    expect(await service.db.transaction((tx) => repository.record(tx, delivered!.id, dead, late, null))).toBe(false);
  });

  it('when several replicas send, and one of them stops: each gets every event', async () => {
    const replicas = [await service.replica({}), await service.replica({})];
    const { id, receiver } = await webhook();
    receiver.answer = (response) => setTimeout(() => response.writeHead(200).end(), 20);
    const sent = 60;
    for (let i = 0; i < sent; i += 1) {
      await request();
      if (i === sent / 2) await replicas.pop()?.stop();
    }
    await waitFor(async () => (await deliveries(id, { status: 'delivered' })).length === sent);
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(sent);
    for (const replica of replicas) await replica.stop();
  });

  it('but old deliveries are deleted', async () => {
    const { id, receiver } = await webhook();
    await request();
    await request();
    await receiver.has(2);
    await waitFor(async () => (await deliveries(id, { status: 'delivered' })).length === 2);
    const [newest, oldest] = await deliveries(id);
    await sql(service.db.read).update(DeliveryRow, newest!.id, { at: hoursAgo(29 * 24) });
    await sql(service.db.read).update(DeliveryRow, oldest!.id, { at: hoursAgo(31 * 24) });
    await service.app.get(WebhookMaintenance).sweep();
    expect((await deliveries(id)).map((one) => one.id)).toEqual([newest!.id]);
  });
});

it('pages through deliveries by status and kind', async () => {
  const { id, receiver } = await webhook();
  for (let i = 0; i < 3; i += 1) await request();
  await service.call(webhooks.test, { id }, sender);
  await receiver.has(4);
  await waitFor(async () => (await deliveries(id, { status: 'delivered' })).length === 4);
  expect(await service.call(webhooks.deliveries, { id, page: 2, pageSize: 3 }, sender)).toMatchObject({
    total: 4,
    page: 2,
    pageSize: 3,
    items: [{ kind: 'request.created' }],
  });
  expect(await deliveries(id, { kind: 'test' })).toHaveLength(1);
  expect(await deliveries(id, { status: 'failed' })).toEqual([]);
  for (const bad of [{ page: 0 }, { pageSize: 201 }, { status: 'lost' }, { kind: 'nonsense' }])
    await expect(deliveries(id, bad)).rejects.toMatchObject({ status: 400 });
});
