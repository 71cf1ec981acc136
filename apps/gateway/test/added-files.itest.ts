import { randomUUID } from 'node:crypto';
import { Server } from '@nestjs/microservices';
import type { AnyCommand } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identityEvents } from '@tradepost/contracts/identity';
import { storage, type UploadedFile } from '@tradepost/contracts/storage';
import { minute } from '@tradepost/service-kit/runtime/durations';
import { smallFileBytes } from '@tradepost/contracts/values/upload-sizes';
import request from 'supertest';
import { objectKeys, pdfOf, sha256, startGateway, stubStorage, type GatewayUnderTest } from './gateway-harness';

const folderId = randomUUID();
const path = `/api/file-sharing/folders/${folderId}/files`;

let gateway: GatewayUnderTest;
let bearer: string;
let companyId: string;
let passedMs = 0;

beforeAll(async () => {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + passedMs);
  gateway = await startGateway();
  const signedIn = await gateway.signIn();
  ({ bearer } = signedIn);
  companyId = signedIn.actor.companyId as string;
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  await stubStorage(gateway);
  passedMs += minute;
  for (const key of await objectKeys(gateway.store)) await gateway.store.remove(key);
  gateway.calls.length = 0;
});

const post = (to = path) => request(gateway.origin).post(to).set('authorization', bearer);
const sent = () => gateway.calls.map(({ subject }) => subject).filter((subject) => subject.startsWith('storage.'));
const oneCommand = [storage.addFile.subject];
const serveNoMore = ({ subject }: AnyCommand) => void gateway.app.get<Server>(Server).getHandlers().delete(subject);
const twoCommands = [storage.beginUpload.subject, storage.commitUpload.subject];

describe('a small new file', () => {
  it('is stored, and then added by one command, with what the gateway found out about its bytes', async () => {
    const bytes = pdfOf(100_000);
    const { body } = await post()
      .field({
        name: 'Prices',
        price: '1.50',
        folderId: 'evil',
        uploadId: 'evil',
        size: '1',
        sha256: 'evil',
        scan: 'clean',
      })
      .attach('file', bytes, { filename: 'p.pdf', contentType: 'text/html' })
      .expect(201);
    expect(sent()).toEqual(oneCommand);
    expect(gateway.calls.at(-1)?.input).toMatchObject({
      ...{ folderId, uploadId: body.file.id, fileName: 'p.pdf', name: 'Prices', price: '1.50' },
      ...{ size: bytes.length, sha256: sha256(bytes), mimetype: 'application/pdf', scan: 'none' },
    });
    const pieces = await (await gateway.store.get(`${companyId}/${folderId}/${body.file.id}`)).toArray();
    expect(sha256(Buffer.concat(pieces))).toBe(sha256(bytes));
  });

  it('may have 4 MiB: a larger one, a new version and an odd folder reserve first', async () => {
    await post().attach('file', pdfOf(smallFileBytes), 'a.pdf').expect(201);
    expect(sent().splice(0)).toEqual(oneCommand);
    const others = [
      post().attach('file', pdfOf(smallFileBytes + 1), 'a.pdf'),
      post(`${path}/${randomUUID()}/versions`).attach('file', pdfOf(100), 'a.pdf'),
      post('/api/file-sharing/folders/%2e%2e/files').attach('file', pdfOf(100), 'a.pdf'),
      post(`/api/file-sharing/folders/${folderId.toUpperCase()}/files`).attach('file', pdfOf(100), 'a.pdf'),
    ];
    for (const other of others) {
      gateway.calls.length = 0;
      await other.expect(201);
      expect(sent()).toEqual(twoCommands);
    }
  });

  it.each(['QUOTA_EXCEEDED', 'NOT_FOUND', 'E2E_REQUIRED', 'NOT_ALLOWED'] as const)(
    'leaves no bytes when it is refused with %s',
    async (code) => {
      await gateway.stubService(storage.addFile, () => {
        throw new AppError(code);
      });
      expect((await post().attach('file', pdfOf(100), 'a.pdf')).body).toMatchObject({ code });
      expect(sent()).toEqual(oneCommand);
      expect(await objectKeys(gateway.store)).toEqual([]);
    },
  );

  it('keeps its bytes when nobody knows whether it was added, after one more attempt with the same id', async () => {
    await gateway.stubService(storage.addFile, () => {
      throw new AppError('INTERNAL');
    });
    await post().attach('file', pdfOf(100), 'a.pdf').expect(500);
    const [first, second] = gateway.calls
      .filter(({ subject }) => subject === storage.addFile.subject)
      .map(({ input }) => (input as { uploadId: string }).uploadId);
    expect(second).toBe(first);
    expect(await objectKeys(gateway.store)).toEqual([`${companyId}/${folderId}/${first}`]);
    // no more bytes are left until storage answers again: the next upload reserves first
    await gateway.stubService(storage.beginUpload, () => {
      throw new AppError('UNAVAILABLE');
    });
    await post().attach('file', pdfOf(100), 'a.pdf').expect(503);
    expect(await objectKeys(gateway.store)).toHaveLength(1);
    await stubStorage(gateway);
    for (const commands of [twoCommands, oneCommand]) {
      gateway.calls.length = 0;
      await post().attach('file', pdfOf(100), 'a.pdf').expect(201);
      expect(sent()).toEqual(commands);
    }
  });

  it('keeps its bytes when the first attempt may have added it, and the second is refused', async () => {
    let attempts = 0;
    await gateway.stubService(storage.addFile, () => {
      attempts += 1;
      throw new AppError(attempts === 1 ? 'UNAVAILABLE' : 'NOT_ALLOWED');
    });
    await post().attach('file', pdfOf(100), 'a.pdf').expect(403);
    expect(attempts).toBe(2);
    expect(await objectKeys(gateway.store)).toHaveLength(1);
  });

  it('reserves first, with the same key, where storage is an earlier version, and adds at once a minute later', async () => {
    const keyed = () => post().set('idempotency-key', 'once').field('price', '7').attach('file', pdfOf(100), 'a.pdf');
    serveNoMore(storage.addFile);
    const { body } = await keyed().expect(201);
    expect(sent()).toEqual(twoCommands);
    const [begun, committed] = gateway.calls.filter(({ subject }) => subject.startsWith('storage.'));
    expect(begun?.context.idempotency?.key).toBe('once');
    expect(begun?.input).toMatchObject({ folderId, price: '7', fileName: 'a.pdf', expectedBytes: 100 });
    expect(committed?.input).toMatchObject({ size: 100, sha256: sha256(pdfOf(100)), mimetype: 'application/pdf' });
    expect(await objectKeys(gateway.store)).toEqual([`company/folder/${body.file.id}`]);

    await stubStorage(gateway);
    for (const commands of [twoCommands, oneCommand]) {
      gateway.calls.length = 0;
      await keyed().expect(201);
      expect(sent()).toEqual(commands);
      passedMs += minute;
    }
  });

  it('leaves no bytes when storage is an earlier version that refuses it, or is not running', async () => {
    serveNoMore(storage.addFile);
    await gateway.stubService(storage.beginUpload, () => {
      throw new AppError('QUOTA_EXCEEDED');
    });
    expect((await post().attach('file', pdfOf(100), 'a.pdf')).body).toMatchObject({ code: 'QUOTA_EXCEEDED' });
    serveNoMore(storage.beginUpload);
    passedMs += minute;
    await post().attach('file', pdfOf(100), 'a.pdf').expect(503);
    expect(await objectKeys(gateway.store)).toEqual([]);
    await stubStorage(gateway);
    await post().attach('file', pdfOf(100), 'a.pdf').expect(201);
  });

  it('leaves no bytes when the call is a repeat, which has the same key', async () => {
    const repeat = () => post().set('idempotency-key', 'once').attach('file', pdfOf(100), 'a.pdf').expect(201);
    const { body } = await repeat();
    await gateway.stubService(storage.addFile, () => body as UploadedFile);
    expect((await repeat()).body).toEqual(body);
    const keys = gateway.calls
      .filter(({ subject }) => subject === storage.addFile.subject)
      .map(({ context }) => context.idempotency?.key);
    expect(keys).toEqual(['once', 'once']);
    expect(await objectKeys(gateway.store)).toEqual([`${companyId}/${folderId}/${body.file.id}`]);
  });

  it('has the terms that come after its bytes', async () => {
    await post().attach('file', pdfOf(100), 'a.pdf').field('price', '7').expect(201);
    expect(gateway.calls.at(-1)?.input).toMatchObject({ price: '7', size: 100 });
  });

  it('is not added, and leaves no bytes, when its form has more files than one', async () => {
    await post().attach('file', pdfOf(100), 'a.pdf').attach('file', pdfOf(100), 'b.pdf').expect(400);
    expect(sent()).toEqual([]);
    expect(await objectKeys(gateway.store)).toEqual([]);
  });

  it.each([
    ['was removed', null, 401],
    ['has lost the role', ['auditor'] as const, 403],
  ])('is not added, and leaves no bytes, once the person %s', async (_what, roles, status) => {
    const owner = { userId: randomUUID(), email: 'owner@a.example' };
    const member = await gateway.signIn({ roles: ['uploader'], owner });
    const { sessionId, userId } = member.actor;
    const put = gateway.store.put.bind(gateway.store);
    jest.spyOn(gateway.store, 'put').mockImplementationOnce(async (...given) => {
      const stored = await put(...given);
      gateway.setActor(sessionId, roles && { ...member.actor, roles });
      await gateway.publish(identityEvents.sessionEnded, { sessionId, userId });
      return stored;
    });
    const call = request(gateway.origin).post(path).set('authorization', member.bearer);
    expect((await call.attach('file', pdfOf(100), 'a.pdf')).status).toBe(status);
    expect(sent()).toEqual([]);
    expect(await objectKeys(gateway.store)).toEqual([]);
  });
});
