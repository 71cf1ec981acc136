import { get, type IncomingMessage } from 'node:http';
import { identityEvents } from '@tradepost/contracts/identity';
import { notificationEvents } from '@tradepost/contracts/live-updates';
import type { MemberRole } from '@tradepost/contracts/roles';
import { waitFor } from '@tradepost/testing/wait-for';
import { Sessions } from '../src/auth/sessions';
import { SignedUrls } from '../src/auth/signed-urls';
import { LiveController } from '../src/live/live.controller';
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

  const changeOfCompany = (companyId: string) =>
    gateway.publish(notificationEvents.posted, {
      type: 'kyc.changed',
      audience: [{ companyId }],
      data: { status: 'Approved' },
    });
  /** Posts one more update: a stream that has not ended gets it, so that this waits for something that comes either way. */
  const expectEnded = async (stream: Stream, companyId: string) => {
    const before = stream.text().length;
    await changeOfCompany(companyId);
    await waitFor(() => stream.ended() || stream.text().length > before, { what: 'the stream to end, or its update' });
    expect({ ended: stream.ended(), after: stream.text().slice(before) }).toEqual({ ended: true, after: '' });
  };

  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= gateway.stop());

  beforeAll(async () => {
    gateway = await startGateway();
  });
  // also when a test fails before the gateway stops in it: what still runs would keep this process
  afterAll(stop);

  it('end with their session even if its event was lost, and follow their user', async () => {
    const [ann, bob] = [await gateway.signIn(), await gateway.signIn()];
    const streams = await Promise.all([ann, bob].map(({ bearer }) => open('/api/events', { authorization: bearer })));
    gateway.setActor(ann.actor.sessionId, null);
    gateway.setActor(bob.actor.sessionId, { ...bob.actor, companyId: 'another' });
    gateway.app.get(Sessions).forgetUser(ann.actor.userId);
    gateway.app.get(Sessions).forgetUser(bob.actor.userId);
    await gateway.app.get(LiveController).checkSessions();
    await expectEnded(streams[0]!, ann.actor.companyId as string);
    await changeOfCompany('another');
    await waitFor(() => streams[1]!.text().includes('kyc.changed'));
  });

  it('follow a change of roles at once', async () => {
    const owner = { userId: 'o', email: 'ann@a.example' };
    const { actor, bearer } = await gateway.signIn({ roles: ['auditor'], owner });
    const stream = await open('/api/events', { authorization: bearer });
    const { userId, email, companyId, sessionId } = actor;
    gateway.setActor(sessionId, { ...actor, roles: [] });
    await gateway.publish(identityEvents.memberRolesChanged, {
      ...{ companyId: companyId as string, companyName: '', userId, email },
      ...{ before: ['auditor'], roles: [], by: 'person' },
    });
    const data = { invitationId: 'i', companyName: 'Eve' };
    /** What comes after an update of the company, up to one for the person, which comes in any case. */
    const next = async () => {
      const before = stream.text().length;
      await changeOfCompany(companyId as string);
      await gateway.publish(notificationEvents.posted, { type: 'invitation.received', audience: [{ userId }], data });
      await waitFor(() => stream.text().slice(before).includes('invitation.received'));
      return stream.text().slice(before);
    };
    await waitFor(async () => !/kyc.changed|list.changed/.test(await next()));
  });

  it('tell a member no more than that a list has changed, unless the member is notified', async () => {
    const owner = { userId: 'o', email: 'ann@a.example' };
    const { actor, bearer } = await gateway.signIn();
    const companyId = actor.companyId as string;
    const member = (role: MemberRole, sso?: true) =>
      gateway.signIn({ companyId, roles: [role], owner, ...(sso && { sso }) });
    const people = {
      owner: { actor, bearer },
      manager: await member('manager', true),
      approver: await member('approver'),
      requester: await member('approver'),
      auditor: await member('auditor'),
      stranger: await gateway.signIn({ roles: ['approver'], owner }),
      receiver: await member('downloader'),
    };
    const streams = await Promise.all(
      Object.values(people).map(({ bearer: token }) => open('/api/events', { authorization: token })),
    );
    const except = [people.requester.actor.userId];
    await gateway.publish(notificationEvents.posted, {
      type: 'request.created',
      audience: [{ companyId }, { membersOf: { companyId }, may: 'approve', except }],
      data: { requestId: 'r', receiverEmail: 'secret@b.example', files: 1 },
    });
    await gateway.publish(notificationEvents.posted, {
      type: 'folder.delivered',
      audience: [{ membersOf: { ownerEmail: 'ANN@a.example' }, may: 'receive' }],
      data: { folderId: 'f', folderName: 'F', companyName: 'C' },
    });
    const last = { type: 'member.changed' as const, data: { companyId } };
    await gateway.publish(notificationEvents.posted, {
      ...last,
      audience: [{ companyId }, { companyId: people.stranger.actor.companyId as string }],
    });
    await waitFor(() => streams.every((stream) => stream.text().includes('member.changed')));
    const got = (stream?: Stream) =>
      [...(stream?.text() ?? '').matchAll(/event: (.*)\ndata: (.*)/g)].map(([, event, data]) =>
        event === 'list.changed' ? `hint ${data}` : event,
      );
    const byName = Object.fromEntries(Object.keys(people).map((name, n) => [name, got(streams[n])]));
    const hint = 'hint {"type":"request.created"}';
    expect(byName).toEqual({
      owner: ['request.created', 'member.changed'],
      manager: ['request.created', 'member.changed'],
      approver: ['request.created', 'member.changed'],
      requester: [hint, 'member.changed'],
      auditor: [hint, 'member.changed'],
      stranger: ['member.changed'],
      receiver: [hint, 'folder.delivered', 'member.changed'],
    });
    expect(streams[4]?.text()).not.toContain('secret@b.example');
  });

  it('tell a person in a session by single sign-on that a device asks for the own key, and the colleagues nothing', async () => {
    const owner = { userId: 'o', email: 'ann@a.example' };
    const company = await gateway.signIn();
    const companyId = company.actor.companyId as string;
    const paula = await gateway.signIn({ companyId, roles: ['uploader'], owner, sso: true });
    const colleague = await gateway.signIn({ companyId, roles: ['uploader'], owner });
    const streams = await Promise.all(
      [paula, colleague, company].map(({ bearer }) => open('/api/events', { authorization: bearer })),
    );
    await gateway.publish(notificationEvents.posted, {
      type: 'key-handover.changed',
      audience: [{ membersOf: { companyId }, may: 'account', only: paula.actor.userId }],
      data: { companyId },
    });
    await gateway.publish(notificationEvents.posted, {
      type: 'member.changed',
      audience: [{ companyId }],
      data: { companyId },
    });
    await waitFor(() => streams.every((stream) => stream.text().includes('member.changed')));
    const events = streams.map((stream) => Array.from(stream.text().matchAll(/event: (.*)/g), ([, event]) => event));
    expect(events).toEqual([['key-handover.changed', 'member.changed'], ['member.changed'], ['member.changed']]);
  });

  it('are limited to eight for a session and twenty for an account', async () => {
    const { actor } = await gateway.signIn();
    const sessions = [
      { actor, bearer: '' },
      ...(await Promise.all([1, 2, 3].map(() => gateway.signIn({ userId: actor.userId })))),
    ];
    const statuses: number[] = [];
    for (const { bearer } of sessions.slice(1))
      for (let n = 0; n < 9; n += 1)
        statuses.push((await open('/api/events', { authorization: bearer })).response.statusCode ?? 0);
    const opened = (count: number, refused: number) => [
      ...Array<number>(count).fill(200),
      ...Array<number>(refused).fill(429),
    ];
    expect(statuses).toEqual([...opened(8, 1), ...opened(8, 1), ...opened(4, 5)]);
  });

  it('are closed for a client that does not read', async () => {
    const { actor, bearer } = await gateway.signIn();
    const stream = await open('/api/events', { authorization: bearer });
    stream.response.pause();
    // the system's own buffers take some megabytes first
    const [updates, folderName] = [300, 'x'.repeat(100_000)];
    for (let n = 0; n < updates; n += 1) {
      await gateway.publish(notificationEvents.posted, {
        type: 'folder.delivered',
        audience: [{ userId: actor.userId }],
        data: { folderId: 'f', folderName, companyName: 'Ann' },
      });
      await new Promise(setImmediate);
    }
    stream.response.resume();
    const gotAll = () => stream.text().length > updates * folderName.length;
    await waitFor(() => stream.ended() || gotAll(), { what: 'the stream to be cut off, or all updates' });
    expect({ ended: stream.ended(), gotAll: gotAll() }).toEqual({ ended: true, gotAll: false });
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
    await changeOfCompany(ann.actor.companyId as string);
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
    await expectEnded(ofAnn, ann.actor.companyId as string);
    expect(ofBob.ended()).toBe(false);

    const signed = gateway.app.get(SignedUrls).sign('/api/events', bob.actor);
    expect((await open(signed)).response.statusCode).toBe(200);
    expect((await open('/api/events')).response.statusCode).toBe(401);

    await stop();
    await waitFor(() => ofBob.ended() && ofEve.ended(), { what: 'every stream to close at shutdown' });
  });
});
