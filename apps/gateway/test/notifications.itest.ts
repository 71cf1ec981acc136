import { AppError } from '@tradepost/contracts/errors';
import { notification } from '@tradepost/contracts/notification';
import request from 'supertest';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

describe('the unsubscribe link', () => {
  let gateway: GatewayUnderTest;
  let stopped: string[];
  const link = '/api/notifications/unsubscribe?token=good';

  beforeAll(async () => {
    gateway = await startGateway();
    await gateway.stubService(notification.unsubscription, ({ token }) => {
      if (token !== 'good') throw new AppError('NOT_FOUND', { message: 'This link is not valid' });
      return { email: '"<b>rui"@lisboa.example', kind: 'delivery' as const, wanted: !stopped.includes(token) };
    });
    await gateway.stubService(notification.unsubscribe, ({ token }) => {
      if (token !== 'good') throw new AppError('NOT_FOUND', { message: 'This link is not valid' });
      stopped.push(token);
      return { message: 'You will not get mails like this any more' };
    });
  });
  beforeEach(() => {
    stopped = [];
  });
  afterAll(() => gateway.stop());

  const api = () => request(gateway.origin);

  it('shows a confirmation page and changes nothing', async () => {
    for (let i = 0; i < 2; i += 1) {
      const { status, headers, text } = await api().get(link).set('accept', 'text/html');
      expect(status).toBe(200);
      expect(headers['content-type']).toMatch('text/html');
      expect(text).toContain('<form method="post">');
      expect(text).not.toContain('<b>');
    }
    expect((await api().head(link)).status).toBe(200);
    expect(stopped).toEqual([]);
  });

  it('unsubscribes with the button on the page', async () => {
    const { status, headers, text } = await api().post(link).set('accept', 'text/html,*/*').type('form').send('');
    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
    expect(text).toContain('You will not get mails like this any more');
    expect(stopped).toEqual(['good']);
  });

  it.each(['form', 'multipart'])('unsubscribes with one click in a mail program (%s)', async (kind) => {
    const post = api().post(link);
    const { status, body } = await (kind === 'form'
      ? post.type('form').send('List-Unsubscribe=One-Click')
      : post.field('List-Unsubscribe', 'One-Click'));
    expect([status, body]).toEqual([200, { message: 'You will not get mails like this any more' }]);
    expect(stopped).toEqual(['good']);
  });

  it('refuses an unknown token, and forms on other routes', async () => {
    for (const method of ['get', 'post'] as const) {
      const { status, body } = await api()
        [method]('/api/notifications/unsubscribe?token=bad')
        .set('accept', 'text/html');
      expect([status, body.message]).toEqual([404, 'This link is not valid']);
    }
    expect((await api().post(link).type('form').send('x'.repeat(21_000))).status).toBe(413);
    expect((await api().post('/api/auth/login').type('form').send('email=a')).status).toBe(415);
    expect((await api().get('/api/notifications')).status).toBe(401);
    expect(stopped).toEqual([]);
  });

  it('returns lists and preferences only to their user', async () => {
    const { actor, bearer } = await gateway.signIn();
    const preferences = {
      delivery: true,
      request: true,
      decision: true,
      expiry: true,
      download: true,
      invitation: false,
    };
    await gateway.stubService(notification.feed, () => ({ items: [], total: 0, page: 1, pageSize: 50, unread: 0 }));
    await gateway.stubService(notification.markRead, () => ({ unread: 0 }));
    await gateway.stubService(notification.preferences, () => preferences);
    await gateway.stubService(notification.savePreferences, () => preferences);
    const from = gateway.calls.length;
    expect((await api().get('/api/notifications?page=1').set('authorization', bearer)).body).toMatchObject({
      items: [],
      unread: 0,
    });
    expect(
      (
        await api()
          .post('/api/notifications/read')
          .set('authorization', bearer)
          .send({ ids: ['x'] })
      ).body,
    ).toEqual({ unread: 0 });
    expect((await api().get('/api/notifications/preferences').set('authorization', bearer)).body).toEqual(preferences);
    expect(
      (await api().post('/api/notifications/preferences').set('authorization', bearer).send({ invitation: false }))
        .body,
    ).toEqual(preferences);
    const calls = gateway.calls.slice(from).filter(({ subject }) => subject.startsWith('notification.'));
    expect(calls).toHaveLength(4);
    for (const one of calls) expect(one.actor).toMatchObject({ kind: 'user', userId: actor.userId });
  });
});
