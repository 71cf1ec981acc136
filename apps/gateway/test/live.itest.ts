import { get, type IncomingMessage } from 'node:http';
import { identityEvents } from '@tradepost/contracts/identity';
import { notificationEvents } from '@tradepost/contracts/live-updates';
import { waitFor } from '@tradepost/testing/wait-for';
import { SignedUrls } from '../src/auth/signed-urls';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

interface Stream {
  response: IncomingMessage;
  text: () => string;
  ended: () => boolean;
}

describe('live updates', () => {
  let gateway: GatewayUnderTest;
  const open = (path: string, headers: Record<string, string> = {}) =>
    new Promise<Stream>((resolve, reject) => {
      get(`${gateway.origin}${path}`, { headers }, (response) => {
        let text = '';
        let ended = false;
        response.on('data', (data) => (text += data));
        response.on('close', () => (ended = true));
        response.on('error', () => undefined);
        resolve({ response, text: () => text, ended: () => ended });
      }).on('error', reject);
    });

  beforeAll(async () => {
    gateway = await startGateway();
  });

  it('reach only their audience, until the session ends or the gateway stops', async () => {
    const [ann, bob, eve] = [
      await gateway.signIn(),
      await gateway.signIn(),
      await gateway.signIn({ userType: 'admin', companyId: null }),
    ];
    const [ofAnn, ofBob, ofEve] = await Promise.all(
      [ann, bob, eve].map(({ bearer }) => open('/api/events', { authorization: bearer })),
    );
    if (!ofAnn || !ofBob || !ofEve) throw new Error('no streams');
    expect(ofAnn.response.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    await gateway.publish(notificationEvents.posted, {
      type: 'kyc.changed',
      audience: [{ companyId: ann.actor.companyId as string }],
      data: { status: 'Approved' },
    });
    await gateway.publish(notificationEvents.posted, {
      type: 'folder.delivered',
      audience: [{ email: bob.actor.email.toUpperCase() }],
      data: { folderId: 'f', folderName: 'F', companyName: 'Ann' },
    });
    await gateway.publish(notificationEvents.posted, {
      type: 'case.changed',
      audience: ['admins'],
      data: { caseId: 'c' },
    });
    await gateway.publish(notificationEvents.posted, {
      type: 'request.created',
      audience: [{ userId: eve.actor.userId }],
      data: { requestId: 'r', receiverEmail: bob.actor.email, files: 1 },
    });
    await waitFor(
      () =>
        [ofAnn, ofBob, ofEve].every(({ text }) => text().includes('event:')) &&
        ofEve.text().includes('request.created'),
    );
    expect(ofAnn.text()).toBe('retry: 2000\n\nevent: kyc.changed\ndata: {"status":"Approved"}\n\n');
    expect(ofBob.text()).toBe(
      'retry: 2000\n\nevent: folder.delivered\ndata: {"folderId":"f","folderName":"F","companyName":"Ann"}\n\n',
    );
    expect(ofEve.text()).toBe(
      'retry: 2000\n\nevent: case.changed\ndata: {"caseId":"c"}\n\nevent: request.created\n' +
        `data: {"requestId":"r","receiverEmail":"${bob.actor.email}","files":1}\n\n`,
    );

    await gateway.publish(identityEvents.sessionEnded, { sessionId: ann.actor.sessionId, userId: ann.actor.userId });
    await waitFor(ofAnn.ended, { what: 'the stream of the ended session to close' });
    expect(ofBob.ended()).toBe(false);

    const signed = gateway.app.get(SignedUrls).sign('/api/events', bob.actor);
    expect((await open(signed)).response.statusCode).toBe(200);
    expect((await open('/api/events')).response.statusCode).toBe(401);

    await gateway.stop();
    await waitFor(() => ofBob.ended() && ofEve.ended(), { what: 'every stream to close at shutdown' });
  });
});
