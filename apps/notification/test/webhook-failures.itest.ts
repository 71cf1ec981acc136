import type { ServerResponse } from 'node:http';
import type { UserActor } from '@tradepost/contracts/actor';
import type { Mail } from '@tradepost/contracts/jobs';
import { notification } from '@tradepost/contracts/notification';
import { webhookEvents, webhooks } from '@tradepost/contracts/webhooks';
import { log } from '@tradepost/service-kit/observability/logging';
import { waitFor } from '@tradepost/testing/wait-for';
import type { ServiceUnderTest } from '@tradepost/testing/service-harness';
import { DeliveryRow, WebhookRow } from '../src/webhook/webhook.entity';
import { startReceiver, type Receiver } from './receiver';
import { origin, people, startNotification } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';
import { hoursAgo, webhooksOf } from './webhook-kit';

let service: ServiceUnderTest;
let receivers: Receiver[];
let sender: UserActor;
let partner: UserActor;

beforeAll(async () => {
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

const { webhook, request, deliveries, only, row, figures } = webhooksOf(() => ({
  service,
  sender,
  partner,
  receivers,
}));
/** What the clock would bring. */
const dueNow = (id: string) =>
  sql(service.db.read).update(DeliveryRow, { webhookId: id, status: 'waiting' }, { nextAttemptAt: new Date() });

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
