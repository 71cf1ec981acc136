import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { storage } from '@tradepost/contracts/storage';
import { addressKey } from '@tradepost/contracts/values/address';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { startService, userActor, type EarlierRelease } from '@tradepost/testing/service-harness';
import { StorageModule } from '../src/app.module';
import { storageDatabase } from '../src/data-source';
import { StorageAccountRow } from '../src/account/account.entity';
import { FileVersionRow } from '../src/file/file.entity';
import { UploadRow } from '../src/upload/upload.entity';
import { sql } from '@tradepost/service-kit/database/sql';
import { IsNull } from 'typeorm';

export const sender = (given: Partial<UserActor> = {}) => userActor(given);
export const receiver = (given: Partial<UserActor> = {}) =>
  userActor({ userType: 'receiver', kycStatus: 'NotRequired', companyId: null, companyName: null, ...given });

export const sha256Of = (bytes: string) => createHash('sha256').update(bytes).digest('hex');

/** The storage service with an identity that invited every address except `stranger@…`, and the gateway's part of an upload. */
export async function startFixture(options: { upgradeFrom?: EarlierRelease; env?: Record<string, string> } = {}) {
  const service = await startService({ module: StorageModule, database: storageDatabase, ...options });
  const { call, deliverEvent, app, db } = service;
  const store = app.get(ObjectStore);
  /** The state of every partnership, as identity publishes it. */
  const partnership = { version: 0 };
  await service.stubService(identity.filterInvited, ({ emails }) => ({
    invited: emails
      .map((email) => ({
        addressKey: addressKey(email),
        version: partnership.version,
        accepted: !email.startsWith('pending'),
      }))
      .filter((one) => !one.addressKey.startsWith('stranger')),
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
  const received = (uploadId: string) => ({
    uploadId,
    size: 600,
    sha256: sha256Of('x'),
    crc32: 0xfffffffe,
    mimetype: 'text/csv',
    scan: 'none' as const,
  });
  const commit = (owner: UserActor, uploadId: string, given: Record<string, unknown> = {}) =>
    call(storage.commitUpload, { ...received(uploadId), ...given }, owner);

  return {
    ...service,
    store,
    partnership,
    folder,
    begin,
    received,
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
      await sql(db.read).upsert(StorageAccountRow, account, ['companyId']);
    },
    used: async (owner: UserActor) => (await call(storage.stats, {}, owner)).usedStorage,
    /** Used bytes of the account minus the bytes of its rows: 0 while the quota is exact. */
    async drift(owner: UserActor) {
      const companyId = owner.companyId!;
      const rows = [
        ...(await sql(db.read).findBy(FileVersionRow, { companyId })),
        ...(await sql(db.read).findBy(UploadRow, { companyId, committedAt: IsNull() })),
      ];
      const account = await sql(db.read).findOneByOrFail(StorageAccountRow, { companyId });
      return account.usedBytes - rows.reduce((sum, { size }) => sum + size, 0);
    },
    /** Delivers the events with which identity announces a partnership. */
    async partner(owner: UserActor, partner: UserActor, email = partner.email) {
      await deliverEvent(identityEvents.companySaved, {
        companyId: owner.companyId!,
        companyName: owner.companyName!,
        userId: owner.userId,
        email: owner.email,
        firstName: owner.firstName,
        userType: 'sender',
        created: true,
      });
      await deliverEvent(identityEvents.invitationAccepted, {
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

/**
 * SQL that inserts one file with one version for each row of `from`, without objects.
 * @param row SQL expressions over that row
 */
export const insertFiles = (
  from: string,
  row: { company: string; folder: string; name: string; size?: string; group?: string; created?: string },
) => {
  const { company, folder, name, size = '0', group = "'other'", created = 'now()' } = row;
  return `
    WITH given AS MATERIALIZED (
      SELECT gen_random_uuid() AS id, ${company} AS company_id, ${folder} AS folder_id, ${name} AS name, ${size} AS size,
             ${group} AS file_group, ${created} AS created_at FROM ${from}),
    versions AS (
      INSERT INTO file_version (file_id, version, company_id, object_key, mime_type, size, created_at)
      SELECT id, 1, company_id, 'k', 'text/csv', size, created_at FROM given)
    INSERT INTO file (id, company_id, folder_id, name, current_version, mime_type, file_group, size, category, currency, price,
                      number_of_records, total_amount, created_at, updated_at)
    SELECT id, company_id, folder_id, name, 1, 'text/csv', file_group, size, 'Personal', 'USD', 0, 0, 0, created_at, now() FROM given`;
};

export type Fixture = Awaited<ReturnType<typeof startFixture>>;
