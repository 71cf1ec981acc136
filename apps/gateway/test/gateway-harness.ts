import { createHash, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Actor, UserActor } from '@tradepost/contracts/actor';
import type { AnyCommand, Event, In, Out, Payload } from '@tradepost/contracts/define';
import { identity } from '@tradepost/contracts/identity';
import { AppError } from '@tradepost/contracts/errors';
import type { Scan } from '@tradepost/contracts/values/scan';
import { storage, type FileView, type StoredPart, type UploadState } from '@tradepost/contracts/storage';
import { Bus } from '@tradepost/service-kit/messaging/bus';
import type { WorkContext } from '@tradepost/service-kit/runtime/context';
import { keyId } from '@tradepost/proofs/key-id';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { SignJWT } from 'jose';
import { userActor } from '@tradepost/testing/service-harness';
import { stubCommand } from '@tradepost/testing/stub-command';
import { v7 as uuidv7 } from 'uuid';
import { GatewayModule } from '../src/app.module';
import { serve } from '../src/serve';

interface ReceivedCall {
  subject: string;
  input: any;
  actor: Actor;
  context: WorkContext;
}

/** The gateway on a real port; the test stubs every service. */
export interface GatewayUnderTest {
  app: NestFastifyApplication;
  origin: string;
  port: number;
  bus: Bus;
  store: ObjectStore;
  /** Every request that a stubbed service received, in order. */
  calls: ReceivedCall[];
  /** Answers a command; replaces an earlier stub. */
  stubService<C extends AnyCommand>(
    command: C,
    answer: (input: In<C>, actor: Actor) => Promise<Out<C>> | Out<C>,
  ): Promise<void>;
  /** Creates a session and its bearer token. */
  signIn(given?: Partial<UserActor>): Promise<{ actor: UserActor; token: string; bearer: string }>;
  /** Changes the actor that identity returns for a session; null ends the session. */
  setActor(sessionId: string, actor: UserActor | null): void;
  tokenOf(
    claims: Record<string, unknown>,
    given?: {
      key?: KeyObject;
      kid?: string | undefined;
      issuer?: string;
      audience?: string;
      expires?: string | number;
    },
  ): Promise<string>;
  publish<E extends Event>(event: E, payload: Payload<E>): Promise<void>;
  stop(): Promise<void>;
}

export async function startGateway(env: Record<string, string> = {}): Promise<GatewayUnderTest> {
  const directory = await mkdtemp(join(tmpdir(), 'tradepost-gateway-'));
  const jwt = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const claims = generateKeyPairSync('ed25519');
  const pem = (key: KeyObject) =>
    key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }) as string;
  Object.assign(process.env, {
    PORT: '0',
    HOST: '127.0.0.1',
    JWT_PUBLIC_KEY: pem(jwt.publicKey),
    URL_SIGNING_KEY: randomBytes(32).toString('hex'),
    QUEUE_URL: 'redis://127.0.0.1:1',
    OBJECT_STORE_URL: pathToFileURL(join(directory, 'objects')).href,
    ACTOR_PUBLIC_KEY: pem(claims.publicKey),
    ACTOR_PRIVATE_KEY: pem(claims.privateKey),
    AT_REST_KEY: 'a key for tests only, 32 characters',
    ...env,
  });
  const app = await serve(GatewayModule);
  const { port } = app.getHttpServer().address() as AddressInfo;
  const [bus, store] = [app.get(Bus), app.get(ObjectStore)];
  await store.prepare();

  const calls: ReceivedCall[] = [];
  const actors = new Map<string, UserActor | null>();
  const stubService: GatewayUnderTest['stubService'] = (command, answer) =>
    Promise.resolve(
      stubCommand(app, command, ({ input, requestId, idempotency }, actor) => {
        calls.push({
          subject: command.subject,
          input,
          actor,
          context: {
            requestId,
            ...(actor.kind === 'user' && { userId: actor.userId }),
            ...(idempotency && { idempotency }),
          },
        });
        return answer(input as never, actor);
      }),
    );
  await stubService(identity.actorOf, ({ sessionId }) => ({ actor: actors.get(sessionId) ?? null }));

  const tokenOf: GatewayUnderTest['tokenOf'] = (
    payload,
    { key = jwt.privateKey, kid = keyId(key), issuer = 'tradepost', audience = 'tradepost', expires = '1h' } = {},
  ) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: 'ES256', kid })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(key);

  return {
    app,
    origin: `http://127.0.0.1:${port}`,
    port,
    bus,
    store,
    calls,
    stubService,
    tokenOf,
    setActor: (sessionId, actor) => void actors.set(sessionId, actor),
    async signIn(given) {
      const actor = userActor(given);
      actors.set(actor.sessionId, actor);
      const token = await tokenOf({ sub: actor.userId, sid: actor.sessionId });
      return { actor, token, bearer: `Bearer ${token}` };
    },
    async publish(event, payload) {
      const id = uuidv7();
      const meta = { id, subject: event.subject, at: new Date().toISOString(), requestId: id, actor: null };
      await bus.publish({
        id,
        subject: event.subject,
        attempt: 1,
        data: Buffer.from(JSON.stringify({ meta, payload, settleTo: null })),
      });
    },
    async stop() {
      await app.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
/** The object of the version that every upload with `copiedBytes` replaces. */
export const replacedKey = 'company/folder/replaced';

/** Stubs the upload commands of storage. @returns open and committed uploads, by id */
export async function stubStorage(gateway: GatewayUnderTest) {
  const open = new Map<
    string,
    {
      companyId: string | null;
      objectKey: string;
      expectedBytes: number;
      originalName: string;
      offset: number;
      parts: { objectKey: string; size: number }[];
      numbered: Map<number, StoredPart & { objectKey: string }>;
      sealed: UploadState['sealed'];
      copiedBytes: number;
    }
  >();
  const committed = new Map<
    string,
    { size: number; sealedSize?: number | undefined; sha256: string; mimetype: string; scan: Scan }
  >();
  const fileOf = (uploadId: string) => ({
    file: { id: uploadId, ...committed.get(uploadId) } as FileView,
    totalvalue: '0.00',
  });
  const remove = async (uploadId: string) => {
    const { parts = [], numbered } = open.get(uploadId) ?? {};
    for (const { objectKey } of [...parts, ...(numbered?.values() ?? [])]) await gateway.store.remove(objectKey);
    open.delete(uploadId);
  };
  const companyOf = (actor: Actor) => (actor.kind === 'user' ? actor.companyId : null);
  const begin = (
    {
      expectedBytes,
      fileName,
      enc,
      fileId = '',
      fileVersion = 0,
      mimetype = '',
      contentSize,
      copiedBytes = 0,
    }: Partial<In<typeof storage.beginUpload>> & { fileName: string; expectedBytes: number },
    actor: Actor,
  ) => {
    const uploadId = uuidv7();
    const objectKey = `company/folder/${uploadId}`;
    const about = { fileId, version: Number(fileVersion), mimetype, contentSize: Number(contentSize) || null };
    open.set(uploadId, {
      companyId: companyOf(actor),
      objectKey,
      expectedBytes,
      originalName: fileName,
      offset: 0,
      parts: [],
      numbered: new Map(),
      sealed: enc ? about : null,
      copiedBytes: Number(copiedBytes),
    });
    return { uploadId, objectKey };
  };
  await gateway.stubService(storage.beginUpload, begin);
  await gateway.stubService(storage.beginUploads, ({ terms, files }, actor) => ({
    uploads: files.map((file, at) => begin({ ...terms[at], ...file }, actor)),
  }));
  await gateway.stubService(storage.uploadState, ({ uploadId }, actor) => {
    const upload = open.get(uploadId);
    if (upload && upload.companyId !== companyOf(actor)) throw new AppError('NOT_FOUND');
    if (upload) return { uploadId, ...upload, length: upload.expectedBytes, expiresAt: null };
    const file = committed.get(uploadId);
    const size = file?.sealedSize ?? file?.size;
    if (size === undefined) throw new AppError('NOT_FOUND');
    return {
      uploadId,
      originalName: '',
      objectKey: '',
      offset: size,
      length: size,
      parts: [],
      expiresAt: null,
      sealed: null,
      copiedBytes: 0,
      done: fileOf(uploadId),
    };
  });
  await gateway.stubService(storage.commitPart, ({ uploadId, objectKey, offset, size }) => {
    const upload = open.get(uploadId);
    if (!upload) throw new AppError('UPLOAD_GONE');
    if (upload.offset !== offset) throw new AppError('OFFSET_CONFLICT');
    upload.parts.push({ objectKey, size });
    upload.offset += size;
    return { offset: upload.offset };
  });
  await gateway.stubService(storage.putPart, async ({ uploadId, ...part }) => {
    const upload = open.get(uploadId);
    if (!upload) throw new AppError('UPLOAD_GONE');
    const replaced = upload.numbered.get(part.number);
    if (replaced) await gateway.store.remove(replaced.objectKey);
    upload.numbered.set(part.number, part);
    return part;
  });
  await gateway.stubService(storage.dropPart, async ({ uploadId, number, objectKey }) => {
    open.get(uploadId)?.numbered.delete(number);
    await gateway.store.remove(String(objectKey));
    return { ok: true as const };
  });
  await gateway.stubService(storage.commitParts, ({ uploadId, from }) => {
    const parts = [...(open.get(uploadId)?.numbered.values() ?? [])].sort((a, b) => a.number - b.number);
    // pages of two
    const page = parts.filter(({ number }) => number >= from).slice(0, 2);
    return { parts: page, replaced: open.get(uploadId)?.copiedBytes ? replacedKey : null };
  });
  const commit = async (bytes: In<typeof storage.commitUpload> | In<typeof storage.addFile>) => {
    const { uploadId, size, sha256, mimetype, scan } = bytes;
    const sealedSize = 'sealedSize' in bytes ? bytes.sealedSize : undefined;
    committed.set(uploadId, { size, sealedSize, sha256, mimetype, scan });
    await remove(uploadId);
    return fileOf(uploadId);
  };
  await gateway.stubService(storage.commitUpload, commit);
  await gateway.stubService(storage.addFile, commit);
  await gateway.stubService(storage.commitUploads, async ({ uploads }) => ({
    results: await Promise.all(uploads.map(async (one) => ({ name: '', status: 201, file: (await commit(one)).file }))),
  }));
  await gateway.stubService(storage.abortUpload, async ({ uploadId }) => {
    await gateway.store.remove(open.get(uploadId)?.objectKey ?? `company/folder/${uploadId}`);
    await remove(uploadId);
    return { ok: true as const };
  });
  await gateway.stubService(storage.rejectInfectedUpload, async ({ uploadId }) => {
    await remove(uploadId);
    return { ok: true as const };
  });
  return { open, committed };
}

export async function objectKeys(store: ObjectStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list('')) keys.push(key);
  return keys;
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Bytes that start like a PDF. */
export const pdfOf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size - 9, 0x41)]);
