import { Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Any, IsNull, LessThan } from 'typeorm';
import type { Freed } from '../bin/objects';
import { FileRow, FileVersionRow } from '../file/file.entity';
import { repeatMs } from './upload.policy';
import { UploadRow, type Part } from './upload.entity';

@Injectable()
export class UploadsRepository {
  constructor(private readonly db: Db) {}

  /**
   * The uploads of earlier calls with these keys, unless those calls are too old to be repeated. Calls with one key run one after
   * another.
   */
  async ofKeys(tx: Tx, companyId: string, uploadKeys: string[]): Promise<UploadRow[]> {
    await sql(tx).query(
      // in one order, so that two calls do not wait for each other
      'SELECT pg_advisory_xact_lock(lock) FROM (SELECT DISTINCT hashtextextended(key, 0) AS lock FROM unnest($1::text[]) AS key ORDER BY 1) AS locks',
      [uploadKeys.map((uploadKey) => `${companyId} ${uploadKey}`)],
    );
    const uploads = await sql(tx).findBy(UploadRow, { companyId, uploadKey: Any(uploadKeys) });
    const isOld = ({ committedAt, createdAt }: UploadRow) =>
      (committedAt ?? createdAt).getTime() < Date.now() - repeatMs;
    await this.releaseKeys(
      tx,
      uploads.filter(isOld).map(({ id }) => id),
    );
    return uploads.filter((upload) => !isOld(upload));
  }

  async releaseKeys(tx: Tx, ids: string[]): Promise<void> {
    if (ids.length > 0) await sql(tx).update(UploadRow, { id: Any(ids) }, { uploadKey: null });
  }

  /** Unfinished uploads of these keys, or to these new files, locked: a repeated call replaces them. */
  lockUnfinished(
    tx: Tx,
    companyId: string,
    { uploadKeys, newFileIds }: { uploadKeys: string[]; newFileIds: string[] },
  ): Promise<UploadRow[]> {
    return sql(tx)
      .createQueryBuilder(UploadRow, 'u')
      .setLock('pessimistic_write')
      .where('u.companyId = :companyId AND u.committedAt IS NULL', { companyId })
      .andWhere('(u.uploadKey = ANY(:uploadKeys) OR (u.fileId = ANY(:newFileIds) AND u.version = 1))', {
        uploadKeys,
        newFileIds,
      })
      .orderBy('u.id')
      .getMany();
  }

  find(tx: Tx, companyId: string, id: string): Promise<UploadRow | null> {
    return sql(tx).findOneBy(UploadRow, { id, companyId });
  }

  lock(tx: Tx, companyId: string, id: string): Promise<UploadRow | null> {
    return sql(tx).findOne(UploadRow, { where: { id, companyId }, lock: { mode: 'pessimistic_write' } });
  }

  async addPart(tx: Tx, { id, parts, receivedBytes }: UploadRow, part: Part, leaseUntil: Date): Promise<number> {
    const received = receivedBytes + part.size;
    await sql(tx).update(UploadRow, id, { receivedBytes: received, parts: [...parts, part], leaseUntil });
    return received;
  }

  /** The managed versions before the current one are due at once. The file must be locked. */
  async dropManaged(tx: Tx, fileId: string, currentVersion: number): Promise<void> {
    await sql(tx).update(
      FileVersionRow,
      { fileId, wrappedKey: IsNull(), version: LessThan(currentVersion) },
      { purgeAt: new Date() },
    );
  }

  /** Uploads past their lease, locked; skips those that another transaction works on. */
  lockExpired(tx: Tx, now: Date, limit: number): Promise<UploadRow[]> {
    return sql(tx)
      .createQueryBuilder(UploadRow, 'u')
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .where('u.leaseUntil < :now', { now })
      .limit(limit)
      .getMany();
  }

  /** Deletes locked uploads under way, and the rows of the new files that they reserved. */
  async remove(tx: Tx, uploads: UploadRow[]): Promise<Freed[]> {
    if (uploads.length === 0) return [];
    const ids = uploads.map(({ id }) => id);
    const numbered = await this.deleteNumberedParts(tx, ids);
    const newFiles = uploads.filter(({ version }) => version === 1).map(({ fileId }) => fileId);
    await sql(tx).delete(UploadRow, { id: Any(ids) });
    if (newFiles.length > 0) await sql(tx).delete(FileRow, { id: Any(newFiles), currentVersion: IsNull() });
    return uploads.map(({ id, companyId, size, objectKey, multipartId, parts }) => ({
      companyId,
      size,
      multipartId,
      objectKeys: [
        objectKey,
        ...[...parts, ...numbered.filter(({ uploadId }) => uploadId === id)].map((part) => part.objectKey),
      ],
    }));
  }

  /** @returns those that have an object of their own */
  private async deleteNumberedParts(tx: Tx, ids: string[]): Promise<{ uploadId: string; objectKey: string }[]> {
    const [rows] = (await sql(tx).query(
      'DELETE FROM upload_part WHERE upload_id = ANY($1::uuid[]) RETURNING upload_id AS "uploadId", object_key AS "objectKey"',
      [ids],
    )) as [{ uploadId: string; objectKey: string | null }[], number];
    return rows.flatMap(({ uploadId, objectKey }) => (objectKey === null ? [] : { uploadId, objectKey }));
  }

  /** Uploads that were committed before this time. */
  async pruneCommitted(before: Date): Promise<void> {
    await this.db.transaction((tx) => sql(tx).delete(UploadRow, { committedAt: LessThan(before) }));
  }
}
