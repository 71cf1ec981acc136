import { identityEvents } from '@tradepost/contracts/identity';
import { notification, type MailKind } from '@tradepost/contracts/notification';
import { requestEvents } from '@tradepost/contracts/requests';
import { publicActor, userActor, type ServiceUnderTest } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { FeedHandler } from '../src/feed/feed.handler';
import { NotificationRow } from '../src/feed/notification.entity';
import { origin, people, requestOf, startNotification } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

describe('lists and choices', () => {
  let service: ServiceUnderTest;
  let sender: Awaited<ReturnType<typeof people>>['sender'];
  let receiver: typeof sender;

  beforeAll(async () => {
    service = await startNotification();
  });
  beforeEach(async () => {
    ({ sender, receiver } = await people(service));
  });
  afterAll(() => service.stop());

  const system = { kind: 'system', service: 'worker-mail' } as const;
  const invite = (email: string) =>
    service.deliverEvent(identityEvents.invitationSent, {
      invitationId: uuidv7(),
      companyId: uuidv7(),
      companyName: 'Harbour',
      email,
    });
  const choice = (to: string, kind: MailKind) => service.call(notification.mailChoice, { to, kind }, system);
  const tokenFor = async (to: string, kind: MailKind) =>
    new URL((await choice(to, kind)).unsubscribe).searchParams.get('token') as string;

  it('pages a list newest first and counts what is unread', async () => {
    for (let i = 0; i < 3; i += 1) await invite(receiver.email);
    await service.deliverEvent(requestEvents.accepted, {
      ...requestOf(sender, receiver),
      expiry: '2030-01-01T00:00:00.000Z',
    });
    const first = await service.call(notification.feed, { pageSize: 3 }, receiver);
    expect(first).toMatchObject({ total: 4, page: 1, pageSize: 3, unread: 4 });
    expect(first.items.map(({ type, readAt }) => [type, readAt])).toEqual([
      ['request.accepted', null],
      ['invitation.received', null],
      ['invitation.received', null],
    ]);
    const second = await service.call(notification.feed, { page: 2, pageSize: 3 }, receiver);
    expect(second.items).toHaveLength(1);
    expect(first.items.map(({ id }) => id)).not.toContain(second.items[0]?.id);
    for (const bad of [{ page: 0 }, { pageSize: 201 }, { page: 'x' }])
      await expect(service.call(notification.feed, bad, receiver)).rejects.toMatchObject({ status: 400 });
  });

  it('marks some or all of the caller’s own as read, and no others', async () => {
    for (let i = 0; i < 3; i += 1) await invite(receiver.email);
    await invite(sender.email);
    const [newest] = (await service.call(notification.feed, {}, receiver)).items;
    const [foreign] = (await service.call(notification.feed, {}, sender)).items;
    if (!newest || !foreign) throw new Error('no notices');
    expect(await service.call(notification.markRead, { ids: [] }, receiver)).toEqual({ unread: 3 });
    expect(await service.call(notification.markRead, { ids: [newest.id, foreign.id] }, receiver)).toEqual({
      unread: 2,
    });
    const { items } = await service.call(notification.feed, {}, receiver);
    expect(items[0]?.readAt).toMatch(/^20\d\d-/);
    expect(items[1]?.readAt).toBeNull();
    expect(await service.call(notification.markRead, {}, receiver)).toEqual({ unread: 0 });
    expect(await service.call(notification.feed, {}, sender)).toMatchObject({ unread: 1 });
    await expect(service.call(notification.markRead, { ids: ['nonsense'] }, receiver)).rejects.toMatchObject({
      status: 404,
    });
    await expect(service.call(notification.feed, {}, publicActor)).rejects.toMatchObject({ status: 401 });
  });

  it('deletes notifications after ninety days', async () => {
    await invite(receiver.email);
    await invite(receiver.email);
    const [newer, older] = (await service.call(notification.feed, {}, receiver)).items;
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
    await sql(service.db.read).update(NotificationRow, newer!.id, { createdAt: daysAgo(89) });
    await sql(service.db.read).update(NotificationRow, older!.id, { createdAt: daysAgo(91) });
    await service.app.get(FeedHandler, { strict: false }).prune();
    expect((await service.call(notification.feed, {}, receiver)).items.map(({ id }) => id)).toEqual([newer!.id]);
  });

  it('stores mail preferences by address, in any case', async () => {
    const all = { delivery: true, request: true, decision: true, expiry: true, download: true, invitation: true };
    expect(await service.call(notification.preferences, {}, receiver)).toEqual(all);
    expect(await service.call(notification.savePreferences, { delivery: false, expiry: false }, receiver)).toEqual({
      ...all,
      delivery: false,
      expiry: false,
    });
    expect(await service.call(notification.savePreferences, { expiry: true }, receiver)).toEqual({
      ...all,
      delivery: false,
    });
    expect(await service.call(notification.preferences, {}, receiver)).toEqual({ ...all, delivery: false });
    expect(await service.call(notification.preferences, {}, sender)).toEqual(all);
    expect(await choice(receiver.email.toUpperCase(), 'delivery')).toMatchObject({ wanted: false });
    expect(await choice(receiver.email, 'request')).toMatchObject({ wanted: true });
    await expect(service.call(notification.savePreferences, { delivery: 'perhaps' }, receiver)).rejects.toMatchObject({
      status: 400,
    });
    await expect(
      service.call(notification.mailChoice, { to: receiver.email, kind: 'security' }, system),
    ).rejects.toMatchObject({ status: 400 });
  });

  it('loses no choice when many are made at once', async () => {
    const kinds = ['delivery', 'request', 'decision', 'expiry', 'download'] as const;
    await Promise.all(kinds.map((kind) => service.call(notification.savePreferences, { [kind]: false }, receiver)));
    expect(await service.call(notification.preferences, {}, receiver)).toEqual({
      delivery: false,
      request: false,
      decision: false,
      expiry: false,
      download: false,
      invitation: true,
    });
  });

  it('stops mails of one kind with the link in a mail, without signing in', async () => {
    const email = `Nobody-${uuidv7()}@example.com`;
    const { wanted, unsubscribe } = await choice(email, 'invitation');
    expect(wanted).toBe(true);
    expect(unsubscribe).toMatch(new RegExp(`^${origin}/api/notifications/unsubscribe\\?token=[\\w.-]+$`));
    const token = await tokenFor(email, 'invitation');
    expect(await service.call(notification.unsubscription, { token }, publicActor)).toEqual({
      email: email.toLowerCase(),
      kind: 'invitation',
      wanted: true,
    });
    expect((await choice(email, 'invitation')).wanted).toBe(true);
    for (let i = 0; i < 2; i += 1) await service.call(notification.unsubscribe, { token }, publicActor);
    expect((await choice(email, 'invitation')).wanted).toBe(false);
    expect((await choice(email, 'delivery')).wanted).toBe(true);
    expect(await service.call(notification.preferences, {}, userActor({ email }))).toMatchObject({
      invitation: false,
      delivery: true,
    });
  });

  it('refuses forged links', async () => {
    const token = await tokenFor(receiver.email, 'delivery');
    for (const wrong of [
      `${token}x`,
      token.slice(1),
      'a.b',
      Buffer.from(`delivery ${receiver.email}`).toString('base64url'),
    ]) {
      await expect(service.call(notification.unsubscribe, { token: wrong }, publicActor)).rejects.toMatchObject({
        status: 404,
        message: 'This link is not valid',
      });
    }
    await expect(service.call(notification.unsubscribe, {}, publicActor)).rejects.toMatchObject({ status: 400 });
    expect((await choice(receiver.email, 'delivery')).wanted).toBe(true);
  });
});
