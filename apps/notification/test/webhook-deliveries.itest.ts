import type { ServerResponse } from 'node:http';
import type { UserActor } from '@tradepost/contracts/actor';
import { identityEvents } from '@tradepost/contracts/identity';
import type { Mail } from '@tradepost/contracts/jobs';
import { kycEvents } from '@tradepost/contracts/kyc';
import { notificationEvents } from '@tradepost/contracts/live-updates';
import { notification } from '@tradepost/contracts/notification';
import { requestEvents } from '@tradepost/contracts/requests';
import { storageEvents } from '@tradepost/contracts/storage';
import {
  webhookEvents,
  webhookKinds,
  webhooks,
  type WebhookDelivery,
  type WebhookKind,
} from '@tradepost/contracts/webhooks';
import { Ops } from '@tradepost/service-kit/observability/ops';
import { OutboxRow } from '@tradepost/service-kit/database/kit.entities';
import { log } from '@tradepost/service-kit/observability/logging';
import { waitFor } from '@tradepost/testing/wait-for';
import type { ServiceUnderTest } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { WebhookDeliveriesRepository } from '../src/webhook/deliveries.repository';
import { WebhookMaintenance } from '../src/webhook/webhook-maintenance';
import { DeliveryRow, WebhookRow } from '../src/webhook/webhook.entity';
import { documentedVerification, startReceiver, type Receiver, type Verify } from './receiver';
import { origin, people, requestOf, startNotification } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

let verify: Verify;
const everyKind = Object.keys(webhookKinds) as WebhookKind[];
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
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

async function webhook(actor = sender, kinds: WebhookKind[] = everyKind) {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return { receiver, ...(await service.call(webhooks.create, { url: receiver.url, kinds, description: '' }, actor)) };
}

const request = () => service.deliverEvent(requestEvents.created, requestOf(sender, partner));
const deliveries = async (id: string, filter: object = {}, actor = sender) =>
  (await service.call(webhooks.deliveries, { id, pageSize: 200, ...filter }, actor)).items;
const only = (id: string, like: Partial<WebhookDelivery>) =>
  waitFor(
    async () =>
      (await deliveries(id)).find((one) =>
        Object.entries(like).every(([key, value]) => one[key as keyof WebhookDelivery] === value),
      ),
    { what: JSON.stringify(like) },
  );
/** What the clock would bring. */
const dueNow = (id: string) =>
  sql(service.db.read).update(DeliveryRow, { webhookId: id, status: 'waiting' }, { nextAttemptAt: new Date() });
const row = (id: string) => sql(service.db.read).findOneByOrFail(WebhookRow, { id });

/** What the metrics report about waiting deliveries. */
async function figures() {
  const text = await service.app.get(Ops).metrics();
  const figure = (name: string) =>
    Number(new RegExp(`^tradepost_webhook_deliveries${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    untried: figure('{state="untried"}'),
    retried: figure('{state="retried"}'),
    age: figure('_oldest_due_age_seconds'),
  };
}

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

describe('a receiver that fails', () => {
  it('gets the same event again until it answers', async () => {
    const { id, receiver } = await webhook();
    receiver.answer = (response) => response.writeHead(500).end('not now');
    await request();
    const failed = await only(id, { attempts: 1, fault: 'status' });
    expect(failed).toMatchObject({ status: 'waiting', responseStatus: 500, response: 'not now' });
    const waits = Date.parse(failed.nextAttemptAt as string) - Date.parse(failed.lastAttemptAt as string);
    expect(waits).toBeGreaterThan(3_000);
    expect(waits).toBeLessThan(8_000);
    expect((await row(id)).failingSince).not.toBeNull();
    expect(await figures()).toEqual({ untried: 0, retried: 1, age: 0 });
    receiver.answer = (response) => response.writeHead(204).end();
    await dueNow(id);
    expect(await only(id, { status: 'delivered' })).toMatchObject({
      attempts: 2,
      responseStatus: 204,
      response: '',
      fault: null,
      nextAttemptAt: null,
    });
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['x-tradepost-event']).toBe(first?.headers['x-tradepost-event']);
    expect(await row(id)).toMatchObject({ failingSince: null, lastDeliveredAt: expect.any(Date) });
  });

  it('is not redirected', async () => {
    const [here, elsewhere] = [await webhook(), await startReceiver()];
    receivers.push(elsewhere);
    here.receiver.answer = (response) => response.writeHead(307, { location: elsewhere.url }).end();
    await request();
    expect(await only(here.id, { attempts: 1, fault: 'redirect' })).toMatchObject({
      status: 'waiting',
      responseStatus: 307,
    });
    expect(elsewhere.received).toEqual([]);
  });

  it('does not delay others, and does not get everything at once', async () => {
    const [slow, quick] = [await webhook(), await webhook()];
    slow.receiver.answer = () => undefined;
    await sql(service.db.read).update(WebhookRow, slow.id, { failingSince: new Date() });
    for (let i = 0; i < 6; i += 1) await request();
    await quick.receiver.has(6);
    expect(slow.receiver.received).toHaveLength(1);
    slow.receiver.answer = (response) => response.writeHead(200).end();
    slow.receiver.stop();
    await only(slow.id, { fault: 'connection' });
  });

  it('gets no more retries after a day, and failed deliveries are sent again on request', async () => {
    const { id, receiver } = await webhook();
    receiver.answer = (response) => response.writeHead(503).end();
    for (let i = 0; i < 3; i += 1) await request();
    await waitFor(async () =>
      (await deliveries(id)).every(({ attempts, fault }) => attempts === 1 && fault === 'status'),
    );
    await sql(service.db.read).update(DeliveryRow, { webhookId: id }, { giveUpAt: new Date(), at: hoursAgo(24) });
    await dueNow(id);
    await waitFor(async () => (await deliveries(id, { status: 'failed' })).length === 3);
    expect((await deliveries(id))[0]).toMatchObject({ attempts: 2, nextAttemptAt: null, fault: 'status' });
    expect(await service.call(webhooks.list, {}, sender)).toMatchObject([{ enabled: true }]);
    receiver.answer = (response) => response.writeHead(200).end();

    const [one] = await deliveries(id);
    expect(await service.call(webhooks.replay, { id, deliveryId: one!.id }, sender)).toMatchObject({
      id: one!.id,
      status: 'waiting',
      attempts: 0,
    });
    await waitFor(async () => (await deliveries(id, { status: 'delivered' })).length === 1);
    expect(receiver.received.at(-1)?.event.id).toBe(one!.eventId);
    const since = hoursAgo(25).toISOString();
    expect(await service.call(webhooks.replayFailed, { id, since: new Date().toISOString() }, sender)).toEqual({
      replayed: 0,
    });
    expect(await service.call(webhooks.replayFailed, { id, since }, sender)).toEqual({ replayed: 2 });
    await waitFor(async () => (await deliveries(id, { status: 'delivered' })).length === 3);
    expect(await service.call(webhooks.replayFailed, { id, since }, sender)).toEqual({ replayed: 0 });
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(3);
    for (const wrongTime of ['yesterday', '-271821-04-20T00:00:00Z'])
      await expect(service.call(webhooks.replayFailed, { id, since: wrongTime }, sender)).rejects.toMatchObject({
        status: 400,
      });
    expect(receiver.received).toHaveLength(9);
    await service.call(webhooks.replay, { id, deliveryId: one!.id }, sender);
    await receiver.has(10);
  });

  it('is switched off after three days, and its owner is notified', async () => {
    const { id, receiver } = await webhook();
    receiver.answer = (response) => response.writeHead(500).end();
    await request();
    await only(id, { attempts: 1, fault: 'status' });
    await sql(service.db.read).update(WebhookRow, id, { failingSince: hoursAgo(73) });
    await request();
    await waitFor(
      async () =>
        (await deliveries(id)).filter(({ attempts, fault }) => attempts === 1 && fault === 'status').length === 2,
    );
    expect((await row(id)).enabled).toBe(true);
    const [last, waiting] = await deliveries(id);
    await sql(service.db.read).update(DeliveryRow, last!.id, { giveUpAt: new Date(), nextAttemptAt: new Date() });
    await only(id, { id: waiting!.id, status: 'failed', fault: 'off' });
    expect(await service.call(webhooks.list, {}, sender)).toMatchObject([{ enabled: false, offBecause: 'failing' }]);
    expect(await service.published(webhookEvents.webhookSwitched)).toContainEqual({
      companyId: sender.companyId,
      webhookId: id,
      host: '127.0.0.1',
      enabled: false,
      because: 'failing',
    });
    expect((await service.call(notification.feed, {}, sender)).items[0]).toMatchObject({
      type: 'webhook.off',
      data: { webhookId: id, host: '127.0.0.1' },
    });
    const mails = (await service.jobs('mail'))
      .map(({ payload }) => payload as Mail)
      .filter(({ template, to }) => template === 'webhook-off' && to === sender.email.toLowerCase());
    expect(mails).toMatchObject([{ data: { host: '127.0.0.1', link: `${origin}/profile#webhooks` } }]);
  });
});

describe('switching off', () => {
  it('cancels waiting deliveries, sends nothing new, and resets the failures', async () => {
    const { id, receiver } = await webhook();
    receiver.answer = (response) => response.writeHead(500).end();
    await request();
    const { id: deliveryId } = await only(id, { attempts: 1, fault: 'status' });
    expect(await service.call(webhooks.switch, { id, enabled: false }, sender)).toMatchObject({
      enabled: false,
      offBecause: 'owner',
    });
    expect(await deliveries(id)).toMatchObject([{ status: 'failed', fault: 'off', nextAttemptAt: null }]);
    await request();
    expect(await deliveries(id)).toHaveLength(1);
    await expect(service.call(webhooks.replay, { id, deliveryId }, sender)).rejects.toMatchObject({
      code: 'WEBHOOK_OFF',
    });
    await expect(
      service.call(webhooks.replayFailed, { id, since: '2020-01-01T00:00:00Z' }, sender),
    ).rejects.toMatchObject({ code: 'WEBHOOK_OFF' });
    expect(await service.call(webhooks.switch, { id, enabled: true }, sender)).toMatchObject({
      enabled: true,
      offBecause: null,
      failingSince: null,
    });
    receiver.answer = (response) => response.writeHead(200).end();
    await request();
    await receiver.has(2);
    const switched = (await service.published(webhookEvents.webhookSwitched)).filter(
      ({ webhookId }) => webhookId === id,
    );
    expect(switched.map(({ enabled }) => enabled)).toEqual([false, true]);
  });

  it('during an attempt lets it end, and starts no other', async () => {
    const ends = { 'has failed': 500, 'has arrived': 200 };
    for (const [end, status] of Object.entries(ends)) {
      const { id, receiver } = await webhook();
      const held = new Promise<ServerResponse>((hold) => (receiver.answer = hold));
      await request();
      const response = await held;
      await service.call(webhooks.switch, { id, enabled: false }, sender);
      response.writeHead(status).end();
      await only(
        id,
        status === 200
          ? { status: 'delivered', nextAttemptAt: null }
          : { status: 'failed', fault: 'status', nextAttemptAt: null },
      );
      expect([end, await row(id)]).toMatchObject([end, { enabled: false, offBecause: 'owner', failingSince: null }]);
      expect(receiver.received).toHaveLength(1);
      await service.call(webhooks.remove, { id }, sender);
    }
  });

  it('removing during an attempt deletes everything, without an error', async () => {
    const [gone, stays] = [await webhook(), await webhook()];
    const held = new Promise<ServerResponse>((hold) => (gone.receiver.answer = hold));
    await request();
    const response = await held;
    await service.call(webhooks.remove, { id: gone.id }, sender);
    const written = jest.spyOn(log, 'error');
    response.writeHead(500).end();
    await request();
    await waitFor(async () => (await deliveries(stays.id, { status: 'delivered' })).length === 2);
    expect(await sql(service.db.read).countBy(DeliveryRow, { webhookId: gone.id })).toBe(0);
    expect(gone.receiver.received).toHaveLength(1);
    expect(written).not.toHaveBeenCalled();
    written.mockRestore();
  });

  it('removing also deletes the list of deliveries', async () => {
    const { id, receiver } = await webhook();
    await request();
    await receiver.has(1);
    await service.call(webhooks.remove, { id }, sender);
    await expect(service.call(webhooks.deliveries, { id }, sender)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await sql(service.db.read).countBy(DeliveryRow, { webhookId: id })).toBe(0);
    expect(await service.published(webhookEvents.webhookRemoved)).toContainEqual({
      companyId: sender.companyId,
      webhookId: id,
      host: '127.0.0.1',
    });
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
