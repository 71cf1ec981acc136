import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { sendMail, type Mail } from '@tradepost/contracts/jobs';
import { requests, type RequestView } from '@tradepost/contracts/requests';
import { storage, type StoredFile } from '@tradepost/contracts/storage';
import { AppError } from '@tradepost/contracts/errors';
import type { PublicBundle } from '@tradepost/contracts/encryption/sealed';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { startService, userActor } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { RequestsModule } from '../src/app.module';
import { requestsDatabase } from '../src/data-source';
import { StepUpRow } from '../src/step-up/step-up.entity';
import { sealedFile } from './sealing';
import { sql } from '@tradepost/service-kit/database/sql';

export const origin = 'https://tradepost.test';
export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

export const sender = (given: Partial<UserActor> = {}) => userActor(given);
export const receiver = (given: Partial<UserActor> = {}) =>
  userActor({
    userType: 'receiver',
    kycStatus: 'NotRequired',
    companyName: 'Rita Buying',
    firstName: 'Rita',
    ...given,
  });

const manifestKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

/** The requests service with a stub of storage: every file of `storedFiles` is visible to every receiver. */
export async function startFixture(env: Record<string, string> = {}) {
  const service = await startService({
    module: RequestsModule,
    database: requestsDatabase,
    env: { ORIGIN: origin, CODE_PEPPER: 'a pepper for tests only', MANIFEST_SIGNING_KEY: manifestKey, ...env },
  });
  const storedFiles = new Map<string, StoredFile>();
  // copies, because answers are frozen and tests change their files
  const filesOf = (ids: string[]) => ids.flatMap((id) => structuredClone(storedFiles.get(id)) ?? []);
  await service.stubService(storage.visibleFiles, ({ fileIds, partial }) => {
    const files = filesOf(fileIds);
    if (!partial && files.length < fileIds.length) throw new AppError('NOT_FOUND');
    return { files };
  });
  const holds = new Map<string, { fileIds: string[]; until: string }>();
  const licences = new Map<string, string>();
  await service.stubService(storage.holdFiles, ({ transferId, fileIds, until }, actor) => {
    const companyId = (actor as UserActor).companyId;
    const files = filesOf(fileIds).filter((file) => file.companyId === companyId);
    holds.set(transferId, { fileIds: files.map(({ fileId }) => fileId), until });
    const terms = files.flatMap(({ folderId, folderName }) =>
      licences.has(folderId) ? [{ folderId, folderName, terms: licences.get(folderId)! }] : [],
    );
    return { files, licences: terms };
  });
  await service.stubService(storage.ownFiles, ({ fileIds }, actor) => ({
    files: filesOf(fileIds).filter((file) => file.companyId === (actor as UserActor).companyId),
  }));
  /** The version of every receiver's partnership with a company; undefined when it has ended. Absent: 1. */
  const partnerships = new Map<string, number | undefined>();
  await service.stubService(identity.partnershipsOf, ({ companyIds }) => ({
    partnerships: companyIds.flatMap((companyId) => {
      const version = partnerships.has(companyId) ? partnerships.get(companyId) : 1;
      return version === undefined ? [] : [{ companyId, version }];
    }),
  }));
  const bundles = new Map<string, PublicBundle>();
  /** Ids of former keys that each person's vault carries. */
  const formerKeys = new Map<string, string[]>();
  await service.stubService(identity.bundleOf, ({ userId }) => ({
    email: 'person@example.com',
    bundle: bundles.get(userId) ?? null,
    former: formerKeys.get(userId) ?? [],
  }));
  await service.stubService(storage.renewHold, ({ transferId, until }) => {
    if (!holds.has(transferId)) throw new AppError('FILES_GONE');
    holds.get(transferId)!.until = until;
    return { ok: true as const };
  });
  await service.stubService(storage.releaseFiles, ({ transferId }) => {
    holds.delete(transferId);
    return { ok: true as const };
  });

  /** Adds files of this sender to the storage stub. */
  const stock = (owner: UserActor, ...names: string[]): StoredFile[] =>
    names.map((name) => {
      const [fileId, folderId, companyId] = [uuidv7(), uuidv7(), owner.companyId!];
      const file: StoredFile = {
        fileId,
        folderId,
        folderName: 'Prices',
        companyId,
        companyName: owner.companyName!,
        objectKey: `${companyId}/${folderId}/${fileId}`,
        name,
        mimetype: 'text/csv',
        size: 3_000_000_000,
        sha256: randomUUID().replaceAll('-', '').repeat(2),
        crc32: 0xfffffffe,
        updatedAt: '2026-01-02T03:04:05.000Z',
        sealed: null,
        terms: { category: 'Personal', currency: 'EUR', price: '0.50', records: 20, totalAmount: '10.00' },
      };
      storedFiles.set(fileId, file);
      return file;
    });

  const store = service.app.get(ObjectStore);
  /** Adds a file sealed by its owner to the storage stub and the object store. */
  const stockSealed = async (
    owner: UserActor,
    vault: Vault,
    name: string,
    content: Buffer,
    version = 1,
  ): Promise<StoredFile> => {
    const [file] = stock(owner, name) as [StoredFile];
    const { bytes, sealed } = await sealedFile(
      vault,
      { fileId: file.fileId, version },
      { name, mime: file.mimetype },
      content,
    );
    Object.assign(file, {
      size: content.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      crc32: crc32(bytes),
      sealed,
    });
    await store.put(file.objectKey, Readable.from([bytes]), { sealed: true });
    return file;
  };
  /** Adds a managed file to the storage stub and the object store. */
  const stockPlain = async (owner: UserActor, name: string, content: Buffer): Promise<StoredFile> => {
    const [file] = stock(owner, name) as [StoredFile];
    Object.assign(file, {
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      crc32: crc32(content),
    });
    await store.put(file.objectKey, Readable.from([content]));
    return file;
  };
  const stored = async (objectKey: string) => buffer(await store.get(objectKey));

  const ask = (files: StoredFile[], by: UserActor, extra?: { idempotencyKey: string }) =>
    service.call(requests.create, { files: files.map(({ fileId }) => ({ id: fileId })) }, by, extra);

  /** A pending request for one new file. */
  const pending = async (of: UserActor, by: UserActor): Promise<RequestView> => {
    const [request] = (await ask(stock(of, 'prices.csv'), by)).requests;
    return request!;
  };

  const mails = async <T extends Mail['template']>(template: T, to: string) =>
    (await service.jobs('mail'))
      .filter(({ name, state }) => name === sendMail.name && state === 'pending')
      .map((intent) => ({ intent, mail: intent.payload as Extract<Mail, { template: T }> }))
      .filter(({ mail }) => mail.template === template && mail.to === to);

  /** Moves the last code one minute into the past. */
  const later = (requestId: string) =>
    sql(service.db.read).update(StepUpRow, { requestId }, { createdAt: () => "created_at - interval '1 minute'" });

  /** Requests a code and reads it from the enqueued mail. */
  const codeFor = async (requestId: string, by: UserActor): Promise<string> => {
    await service.call(requests.createCode, { requestId, email: by.email }, by);
    return (await mails('accept-code', by.email)).at(-1)!.mail.data.code;
  };

  const prove = async (requestId: string, by: UserActor) =>
    service.call(requests.verifyCode, { id: requestId, code: await codeFor(requestId, by) }, by);

  const accept = async (requestId: string, by: UserActor, expiry = inAnHour()) => {
    await prove(requestId, by);
    return service.call(requests.confirm, { requestId, expiry }, by);
  };

  return {
    ...service,
    storedFiles,
    holds,
    licences,
    bundles,
    formerKeys,
    partnerships,
    store,
    stock,
    stockSealed,
    stockPlain,
    stored,
    ask,
    pending,
    mails,
    later,
    codeFor,
    prove,
    accept,
  };
}

export type Fixture = Awaited<ReturnType<typeof startFixture>>;

/** A wrong code. */
export const otherThan = (code: string) => (code === '00000' ? '00001' : '00000');

export const minutesAgo = (n: number) => new Date(Date.now() - n * 60_000);

/** How many of parallel calls succeeded, and the error codes of the others. */
export async function outcomesOf(calls: Promise<unknown>[]): Promise<{ won: number; lost: string[] }> {
  const results = await Promise.allSettled(calls);
  return {
    won: results.filter(({ status }) => status === 'fulfilled').length,
    lost: results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as { code: string }).code] : [])),
  };
}
