import { connect } from 'node:net';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { routes, type Route } from '@tradepost/contracts/routes';
import { defaultMaxFileBytes as maxFileBytes } from '@tradepost/contracts/values/upload-sizes';
import { waitFor } from '@tradepost/testing/wait-for';
import type { Topology } from '@tradepost/tools/topology/start';
import { SignJWT } from 'jose';
import request from 'supertest';
import { everyAnswerFits } from '../support/every-answer';
import { deliveredFolder, tradingPair, type Pair } from '../support/main-path';
import { sharedTopology } from '../support/topology';

const pdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes - 9, 0x20)]);
const usedStorage = async ({ sender }: Pair) => (await sender.send(routes.stats, {})).usedStorage;

describe('bad input', () => {
  let topology: Topology;
  let pair: Pair;
  let other: Pair;
  let delivered: Awaited<ReturnType<typeof deliveredFolder>>;
  const seen = everyAnswerFits();
  const api = () => request.agent(topology.origin).use(seen);
  const as = ({ token }: { token?: string }) => ({ Authorization: `Bearer ${token}` });

  beforeAll(async () => {
    topology = await sharedTopology('embedded');
    pair = await tradingPair(topology);
    other = await tradingPair(topology);
    delivered = await deliveredFolder(pair);
  });

  it('answers every call without a token, or with a foreign token, with 401 as problem details', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const forged = await new SignJWT({ sid: randomUUID() })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer('tradepost')
      .setAudience('tradepost')
      .setSubject('x')
      .setExpirationTime('1h')
      .sign(privateKey);
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ sid: randomUUID(), iss: 'tradepost', aud: 'tradepost' })).toString('base64url')}.`;
    const edited = `${pair.sender.token?.slice(0, -4)}AAAA`;
    for (const { method, path, allow, answer } of Object.values<Route>(routes)) {
      if (allow === 'public') continue;
      const url = `/api${path.replace(/:\w+/g, randomUUID())}`;
      for (const token of [undefined, forged, none, edited]) {
        const call = api()[method.toLowerCase() as 'get'](url);
        const { status, body, headers } = await (token ? call.set('Authorization', `Bearer ${token}`) : call);
        expect({ method, url, token, status }).toEqual({ method, url, token, status: 401 });
        if (answer === 'scim') {
          expect(body).toEqual({
            schemas: [expect.stringMatching(/:Error$/)],
            status: '401',
            detail: expect.any(String),
          });
          continue;
        }
        expect(headers['content-type']).toContain('application/problem+json');
        if (method === 'HEAD') continue;
        expect(body.code).toBe('UNAUTHENTICATED');
        expect(body).toMatchObject({
          title: 'Unauthorized',
          status: 401,
          message: body.detail,
          requestId: headers['x-request-id'],
        });
      }
    }
  });

  it("answers 404 for another company's folder, file, request and transfer, and 403 for another's identity", async () => {
    const { folder, files } = delivered;
    const { requests } = await pair.receiver.send(routes.createRequest, { files: [{ id: files[0].id }] });
    const stranger = other.sender;
    const foreign: [string, object][] = [
      ['/file-requests/create-password', { requestId: requests[0]?.id }],
      ['/file-requests/verify-token', { id: requests[0]?.id, code: '12345' }],
      ['/file-requests/confirmation', { requestId: requests[0]?.id, expiry: new Date(Date.now() + 60_000) }],
      ['/file-requests/reject', { id: requests[0]?.id }],
      ['/file-requests/Id-files', { id: 'nobody-knows-this-one' }],
      ['/file-sharing/folders/email-update', { id: folder.id, email: other.receiverAccount.email }],
      [`/file-sharing/folders/${encodeURIComponent(folder.name)}`, { newName: 'Mine now' }],
      ['/file-sharing/delete-file', { fileId: files[0].id }],
    ];
    for (const [path, body] of foreign) {
      const answer = await api().post(`/api${path}`).set(as(stranger)).send(body);
      expect({ path, status: answer.status }).toEqual({ path, status: 404 });
    }
    for (const path of [
      `/file-sharing/folders/${folder.id}/files`,
      `/file-sharing/folders/${folder.id}/files/${files[0].id}/content`,
      '/file-sharing/folders/not-an-id/files',
    ]) {
      expect((await api().get(`/api${path}`).set(as(stranger))).status).toBe(404);
    }
    const refused = await api()
      .post('/api/file-requests/create')
      .set(as(other.receiver))
      .send({ fileData: [{ id: files[0].id }] });
    expect(refused.status).toBe(404);

    const { user } = await pair.sender.send(routes.me, {});
    for (const [path, body] of [
      ['/logs/user', { id: user.id }],
      ['/auth/rerquest-invitation', { email: user.email }],
      ['/auth/invited-list', { id: user.id }],
    ] as const) {
      expect((await api().post(`/api${path}`).set(as(stranger)).send(body)).body).toMatchObject({
        status: 403,
        code: 'NOT_YOURS',
      });
    }
  });

  it('keeps each role to its own calls and a pending company to its registration', async () => {
    expect((await api().get('/api/file-sharing/folders').set(as(pair.receiver))).body).toMatchObject({
      status: 403,
      code: 'NOT_ALLOWED',
    });
    expect((await api().get('/api/admin/audit').set(as(pair.sender))).body).toMatchObject({
      status: 403,
      code: 'NOT_ALLOWED',
    });
  });

  it('names every field of the wrong type, and drops unknown fields', async () => {
    const answer = await api()
      .post('/api/auth/signup')
      .send({
        firstname: 7,
        lastname: ['x'],
        email: 'nope',
        password: 'short',
        userType: 'admin',
        kycStatus: 'Approved',
      });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'email',
      'firstName',
      'lastName',
      'password',
    ]);
    for (const body of [
      '[]',
      '"text"',
      '7',
      'null',
      '{"email":',
      '{"email":"a\\u0000@b.co"}',
      '{"constructor":{"prototype":{}},"__proto__":{"email":"a@b.co"}}',
      `{"email":${'['.repeat(9_000)}${']'.repeat(9_000)}}`,
    ]) {
      const { status } = await api().post('/api/auth/login').set('content-type', 'application/json').send(body);
      expect({ body, status }).toEqual({ body, status: 400 });
    }
    expect((await api().post('/api/auth/login').set('content-type', 'text/xml').send('<a/>')).status).toBe(415);
    expect(
      (
        await api()
          .post('/api/auth/login')
          .send({ email: `${'a'.repeat(1_100_000)}@b.co` })
      ).status,
    ).toBe(413);
    expect((await api().get('/api/nothing/here')).body).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('stores 50 MB exactly, and nothing of a larger, mistyped or misnamed file', async () => {
    const { folder } = delivered;
    const url = `/api/file-sharing/folders/${folder.id}/files`;
    const before = await usedStorage(pair);
    const upload = (content: Buffer, name: string) =>
      api()
        .post(url)
        .set(as(pair.sender))
        .attach('file', content, name)
        .ok(() => true);
    expect((await upload(pdf(maxFileBytes), 'exactly.pdf')).status).toBe(201);
    expect(await usedStorage(pair)).toBe(before + maxFileBytes);
    expect((await upload(pdf(maxFileBytes + 1), 'more.pdf')).body).toMatchObject({
      status: 413,
      code: 'FILE_TOO_LARGE',
    });
    for (const [content, name] of [
      [Buffer.from('MZ\u0090\u0000\u0003'), 'prices.pdf'],
      [Buffer.from('%PDF-1.4'), 'prices.exe'],
      [Buffer.from('<script>alert(1)</script>'), 'prices.csv'],
      [Buffer.from([0, 1, 2, 3]), 'prices.csv'],
      [Buffer.from('a,b\n'), 'prices'],
    ] as const) {
      expect((await upload(Buffer.from(content), name)).body).toMatchObject({ status: 415, code: 'FILE_TYPE' });
    }
    expect(
      (
        await api()
          .post(url)
          .set(as(pair.sender))
          .field('name', 'x')
          .ok(() => true)
      ).body,
    ).toMatchObject({ status: 400, message: 'file is required' });
    expect(
      (
        await api()
          .post(url)
          .set(as(pair.sender))
          .field('price', '-1')
          .attach('file', Buffer.from('a,b\n'), 'a.csv')
          .ok(() => true)
      ).status,
    ).toBe(400);
    expect(await usedStorage(pair)).toBe(before + maxFileBytes);
  });

  it('leaves nothing behind when the connection breaks during an upload', async () => {
    const { folder } = delivered;
    const before = {
      used: await usedStorage(pair),
      files: (await pair.sender.send(routes.files, { folderId: folder.id })).total,
    };
    const { hostname, port } = new URL(topology.origin);
    const head = [
      '--b',
      'Content-Disposition: form-data; name="file"; filename="cut.pdf"',
      'Content-Type: application/pdf',
      '',
      '%PDF-1.4\n',
    ].join('\r\n');
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `POST /api/file-sharing/folders/${folder.id}/files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${pair.sender.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 30000000\r\n\r\n${head}`,
        );
        socket.write(Buffer.alloc(5_000_000, 0x20), () => socket.destroy());
      });
      socket.on('error', () => undefined);
      socket.once('close', () => resolve());
    });
    await waitFor(async () => (await usedStorage(pair)) === before.used, { what: 'the quota to be free again' });
    expect((await pair.sender.send(routes.files, { folderId: folder.id })).total).toBe(before.files);
  });

  it('answers a repeated creating call with the first result', async () => {
    const name = `Once ${randomUUID()}`;
    const create = () =>
      api().post('/api/file-sharing/folders').set(as(pair.sender)).set('Idempotency-Key', name).send({ name });
    const answers = await Promise.all([create(), create(), create()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await create()).body.id).toBe(answers[0]?.body.id);
  });

  it('ends a session everywhere at once', async () => {
    const { senderAccount } = other;
    const { token } = await other.sender.send(routes.login, {
      email: senderAccount.email,
      password: senderAccount.password,
    });
    expect((await api().get('/api/auth/me').set(as({ token }))).status).toBe(200);
    await api().post('/api/auth/logout').set(as({ token })).expect(200);
    expect((await api().get('/api/auth/me').set(as({ token }))).status).toBe(401);
  });

  it('never runs an uploaded file in its own origin', async () => {
    const { folder, files } = delivered;
    const { headers } = await api()
      .get(`/api/file-sharing/folders/${folder.id}/files/${files[0].id}/content`)
      .set(as(pair.sender));
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringContaining('attachment'),
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  });
});
