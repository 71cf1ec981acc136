import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { identity, type User } from '@tradepost/contracts/identity';
import { kyc } from '@tradepost/contracts/kyc';
import { requests } from '@tradepost/contracts/requests';
import { storage } from '@tradepost/contracts/storage';
import { AppError } from '@tradepost/contracts/errors';
import request from 'supertest';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

const emptyFolder = {
  id: 'f',
  name: 'n',
  files: [],
  count: 0,
  emails: [],
  access: [],
  description: '',
  licence: '',
  updatedAt: '',
  pinnedAt: null,
};

describe('requests and answers', () => {
  let gateway: GatewayUnderTest;
  const last = () => gateway.calls.at(-1);
  beforeAll(async () => {
    gateway = await startGateway();
    await gateway.stubService(identity.signup, ({ email }) => ({ message: 'sent', email, ticket: 'secret' }));
    await gateway.stubService(identity.login, () => ({ token: 't', user: {} as User }));
    await gateway.stubService(requests.create, () => ({ message: 'ok', requests: [], alreadyPending: [] }));
    await gateway.stubService(storage.createFolder, () => emptyFolder);
    await gateway.stubService(storage.renameFolder, () => emptyFolder);
    const received = [
      {
        folderId: 'f',
        folderName: 'F',
        companyId: 'c',
        inviterCompany: 'A',
        inviterId: 'a',
        files: [{ fileId: 'one' }, { fileId: 'two' }] as never,
        count: 2,
        description: '',
        licence: '',
        since: '',
        until: null,
      },
    ];
    await gateway.stubService(storage.received, () => received);
    await gateway.stubService(storage.receivedFolders, ({ page, pageSize }) => ({
      items: received,
      total: 1,
      // the stub does not validate: query fields are text
      page: Number(page),
      pageSize: Number(pageSize),
    }));
    await gateway.stubService(requests.liveTransfers, () => ({
      links: [{ fileId: 'two', url: 'http://x/dashboard?id=1' }],
    }));
    await gateway.stubService(kyc.get, () => {
      throw new AppError('INVALID', { message: 'first', errors: [{ field: 'email', message: 'first' }] });
    });
  });
  afterAll(() => gateway.stop());

  it('translates wire spellings, sets fixed fields, and answers 201 to creating calls', async () => {
    const body = { firstname: 'A', lastname: 'B', email: 'a@b.co', password: 'secret-1', userType: 'admin' };
    await request(gateway.origin)
      .post('/api/auth/signup?userType=admin')
      .send(body)
      .expect(201, { message: 'sent', email: 'a@b.co', ticket: 'secret' });
    expect(last()).toMatchObject({
      input: { firstName: 'A', lastName: 'B', userType: 'sender' },
      actor: { kind: 'public', ip: '127.0.0.1' },
    });
    await request(gateway.origin).post('/api/auth/signup-reciver').send(body).expect(201);
    expect(last()?.input.userType).toBe('receiver');
    await request(gateway.origin)
      .post('/api/auth/reciver-login')
      .send({ email: 'a@b.co', password: 'secret-1', portal: 'sender' })
      .expect(200);
    expect(last()?.input.portal).toBe('receiver');
    const { bearer, actor } = await gateway.signIn({ userType: 'receiver' });
    await request(gateway.origin)
      .post('/api/file-requests/create')
      .set('authorization', bearer)
      .send({ fileData: [{ id: 'x' }], requestId: actor.userId, reciverEmail: actor.email })
      .expect(201);
    expect(last()?.input).toMatchObject({
      files: [{ id: 'x' }],
      requesterId: actor.userId,
      receiverEmail: actor.email,
    });
  });

  it('prefers path parameters to fields of the body', async () => {
    const { bearer } = await gateway.signIn();
    await request(gateway.origin)
      .post('/api/file-sharing/folders/Caf%C3%A9%20%2F')
      .set('authorization', bearer)
      .send({ name: 'other', newName: 'New' })
      .expect(200);
    expect(last()?.input).toEqual({ name: 'Café /', newName: 'New' });
  });

  it('forwards the idempotency key of a creating call, and one request id to every service', async () => {
    const { bearer, actor } = await gateway.signIn();
    const create = (key: string) =>
      request(gateway.origin)
        .post('/api/file-sharing/folders')
        .set('authorization', bearer)
        .set('idempotency-key', key)
        .set('x-request-id', 'my.id-1')
        .send({ name: 'n' });
    await create('k').expect(201).expect('x-request-id', 'my.id-1');
    expect(last()?.context).toEqual({
      requestId: 'my.id-1',
      userId: actor.userId,
      idempotency: { actorId: actor.userId, subject: 'storage.create-folder', key: 'k' },
    });
    await create('k'.repeat(200)).expect(201);
    const { body } = await create('k'.repeat(201)).expect(400);
    expect(body.code).toBe('INVALID');
    const { headers } = await request(gateway.origin).get('/api/nowhere').set('x-request-id', 'a b<c>');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('uses the same request id if the body arrives after the head', async () => {
    const { bearer } = await gateway.signIn();
    const arrived = once(gateway.app.getHttpServer(), 'request');
    const call = httpRequest(`${gateway.origin}/api/file-sharing/folders`, {
      method: 'POST',
      headers: { authorization: bearer, 'content-type': 'application/json', 'x-request-id': 'late-1' },
    });
    call.flushHeaders();
    await arrived;
    await new Promise(setImmediate);
    call.end('{"name":"n"}');
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    response.resume();
    expect([response.statusCode, last()?.context.requestId]).toEqual([201, 'late-1']);
  });

  it('joins deliveries with the links of live transfers', async () => {
    const { bearer, actor } = await gateway.signIn({ userType: 'receiver' });
    const { body } = await request(gateway.origin)
      .post('/api/file-sharing/reciver-file')
      .set('authorization', bearer)
      .send({ email: actor.email })
      .expect(200);
    expect(body[0].files).toEqual([
      { fileId: 'one', sharedUrl: null },
      { fileId: 'two', sharedUrl: 'http://x/dashboard?id=1' },
    ]);
    const page = await request(gateway.origin)
      .get('/api/file-sharing/received?page=2&pageSize=3')
      .set('authorization', bearer)
      .expect(200);
    expect(page.body).toEqual({ items: body, total: 1, page: 2, pageSize: 3 });
  });

  it('answers every error as a problem, with security headers and without internal details', async () => {
    const { bearer, actor } = await gateway.signIn();
    const api = () => request(gateway.origin);
    const problem = {
      type: expect.stringMatching(/^urn:/),
      title: expect.any(String),
      detail: expect.any(String),
      message: expect.any(String),
      requestId: expect.any(String),
    };
    const invalid = await api().post('/api/auth/get-kyc').set('authorization', bearer).send({ email: actor.email });
    expect([invalid.status, invalid.body]).toEqual([
      400,
      {
        ...problem,
        title: 'Bad Request',
        status: 400,
        code: 'INVALID',
        detail: 'first',
        message: 'first',
        errors: [{ field: 'email', message: 'first' }],
      },
    ]);
    const met: [request.Response, number, string][] = [
      [await api().post('/api/auth/login').type('json').send('{"a":'), 400, 'MALFORMED'],
      [await api().post('/api/auth/login').type('json').send('[1]'), 400, 'MALFORMED'],
      [await api().post('/api/auth/login').type('json').send('null'), 400, 'MALFORMED'],
      [await api().post('/api/auth/login').type('text/plain').send('hello'), 415, 'UNSUPPORTED_MEDIA'],
      [
        await api()
          .post('/api/auth/login')
          .type('json')
          .send(JSON.stringify({ email: 'x'.repeat(1024 * 1024) })),
        413,
        'TOO_LARGE',
      ],
      [await api().get('/api/nowhere'), 404, 'NOT_FOUND'],
      [await api().put('/api/auth/login').send({}), 404, 'NOT_FOUND'],
      [await api().get('/api/file-sharing/folders/%E0%A4%A/files'), 400, 'MALFORMED'],
      [await api().get('/api/file-sharing/folders').set('authorization', bearer), 503, 'UNAVAILABLE'],
    ];
    for (const [{ status, headers, body }, expected, code] of met) {
      expect({ status, body }).toEqual({ status: expected, body: { ...problem, status: expected, code } });
      expect(headers).toMatchObject({
        'content-type': 'application/problem+json; charset=utf-8',
        'x-request-id': body.requestId,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'strict-transport-security': expect.stringContaining('max-age'),
      });
    }
    expect(met.at(-1)?.[0].headers['retry-after']).toBe('5');
    expect(JSON.stringify(met.map(([{ body }]) => body))).not.toMatch(/ at |node_modules|Nobody answers/);
  });

  it('reports liveness and readiness separately', async () => {
    await request(gateway.origin).get('/health/live').expect(200);
    const { body } = await request(gateway.origin).get('/api/health/ready').expect(503);
    expect(body).toMatchObject({ status: 'down', dependencies: { bus: 'up', 'object-store': 'up', identity: 'down' } });
  });
});
