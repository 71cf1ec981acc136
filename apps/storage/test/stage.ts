import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { storage } from '@tradepost/contracts/storage';
import { ObjectStore } from '@tradepost/service-kit/object-store/object-store';
import { startService, userActor } from '@tradepost/testing/service-harness';
import { StorageModule } from '../src/app.module';
import { storageDatabase } from '../src/data-source';
import { AccountRow, FileRow } from '../src/workspace.entity';

export const sender = (given: Partial<UserActor> = {}) => userActor(given);
export const receiver = (given: Partial<UserActor> = {}) =>
  userActor({ userType: 'receiver', kycStatus: 'NotRequired', companyId: null, companyName: null, ...given });

export const sha256Of = (bytes: string) => createHash('sha256').update(bytes).digest('hex');

/** The storage service with an identity that knows every address but `stranger@…`, and a gateway's part of an upload. */
export async function startStage() {
  const service = await startService({ module: StorageModule, database: storageDatabase });
  const { call, hear, app, db } = service;
  const store = app.get(ObjectStore);
  await service.neighbour(identity.invitedAmong, ({ emails }) => ({
    emails: emails.map((email) => email.toLowerCase()).filter((email) => !email.startsWith('stranger')),
  }));

  const folder = (owner: UserActor, name = `Folder ${randomUUID()}`) => call(storage.createFolder, { name }, owner);
  const begin = (
    owner: UserActor,
    folderId: string,
    given: Record<string, unknown> = {},
    extra?: { idempotencyKey: string },
  ) =>
    call(
      storage.beginUpload,
      {
        folderId,
        fileName: 'a.csv',
        expectedBytes: 1000,
        replace: !!given.fileId && given.fileVersion !== 1,
        ...given,
      },
      owner,
      extra,
    );
  const commit = (owner: UserActor, uploadId: string, given: Record<string, unknown> = {}) =>
    call(
      storage.commitUpload,
      { uploadId, size: 600, sha256: sha256Of('x'), crc32: 0xfffffffe, mimetype: 'text/csv', ...given },
      owner,
    );

  return {
    ...service,
    store,
    folder,
    begin,
    commit,
    put: (key: string) => store.put(key, Readable.from([Buffer.from('bytes')])),
    isThere: async (key: string) => (await store.stat(key)) !== null,
    /** A whole upload, without bytes. */
    async upload(
      owner: UserActor,
      folderId: string,
      fileName: string,
      given: Record<string, unknown> = {},
      done: Record<string, unknown> = {},
    ) {
      const { uploadId } = await begin(owner, folderId, { fileName, ...given });
      return (await commit(owner, uploadId, done)).file;
    },
    /** Leaves the owner's company room for this many bytes. */
    async room(owner: UserActor, totalBytes: number) {
      const account = {
        companyId: owner.companyId!,
        companyName: owner.companyName!,
        ownerId: owner.userId,
        totalBytes,
      };
      await db.read.upsert(AccountRow, account, ['companyId']);
    },
    used: async (owner: UserActor) => (await call(storage.stats, {}, owner)).usedStorage,
    /** What the account says is used, less what the rows say: 0 when nothing was lost. */
    async drift(owner: UserActor) {
      const rows = await db.read.findBy(FileRow, { companyId: owner.companyId! });
      const account = await db.read.findOneByOrFail(AccountRow, { companyId: owner.companyId! });
      return account.usedBytes - rows.reduce((sum, { size }) => sum + size, 0);
    },
    /** The partnership as identity tells of it. */
    async partner(owner: UserActor, partner: UserActor, email = partner.email) {
      await hear(identityEvents.companySaved, {
        companyId: owner.companyId!,
        companyName: owner.companyName!,
        userId: owner.userId,
        email: owner.email,
        firstName: owner.firstName,
        userType: 'sender',
        created: true,
      });
      await hear(identityEvents.invitationAccepted, {
        invitationId: randomUUID(),
        companyId: owner.companyId!,
        companyName: owner.companyName!,
        inviterUserId: owner.userId,
        email,
        receiverUserId: partner.userId,
        receiverCompanyId: null,
        receiverCompanyName: null,
      });
    },
  };
}

export type Stage = Awaited<ReturnType<typeof startStage>>;
