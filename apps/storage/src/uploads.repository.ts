import { Injectable } from '@nestjs/common';
import { defaultTotalStorage } from '@tradepost/contracts/identity';
import type { FileProfile } from '@tradepost/contracts/storage';
import type { Tx } from '@tradepost/service-kit/database';
import { IsNull, LessThan } from 'typeorm';
import { whenTaken } from './unique';
import { binMs, repeatMs } from './workspace.policy';
import { AccountRow, FileRow } from './workspace.entity';

interface Upload extends Pick<
  FileRow,
  | 'id'
  | 'companyId'
  | 'folderId'
  | 'name'
  | 'originalName'
  | 'objectKey'
  | 'uploadKey'
  | 'leaseUntil'
  | 'size'
  | 'category'
  | 'currency'
  | 'price'
  | 'numberOfRecords'
  | 'replaces'
  | 'sample'
  | 'version'
  | 'mimetype'
  | 'sealedId'
  | 'ownerId'
  | 'wrappedKey'
  | 'sealedMeta'
  | 'sealedSize'
  | 'inPlace'
> {
  /** Price times records where there is none. */
  totalAmount: string | undefined;
  preview: string | null;
  profile: FileProfile | null;
}

/** What a file and its earlier versions change places with: their bytes, and what is said of these. */
const contents = [
  'object_key',
  'mimetype',
  'file_group',
  'size',
  'sha256',
  'crc32',
  'scan',
  'category',
  'currency',
  'price',
  'number_of_records',
  'total_amount',
  'preview',
  'has_preview',
  'profile',
  'version',
  'content_at',
  'sealed_id',
  'owner_id',
  'wrapped_key',
  'sealed_meta',
  'sealed_size',
];

const ofUpload = (companyId: string, uploadId: string) => [
  { id: uploadId, companyId },
  { uploadId, companyId },
];

@Injectable()
export class UploadsRepository {
  /** Takes room for bytes that are about to come, in one conditional update. @returns false when there is not enough */
  async reserve(
    tx: Tx,
    { companyId, companyName, ownerId }: { companyId: string; companyName: string; ownerId: string },
    bytes: number,
  ): Promise<boolean> {
    await tx
      .createQueryBuilder()
      .insert()
      .into(AccountRow)
      .values({ companyId, companyName, ownerId, totalBytes: defaultTotalStorage })
      .orIgnore()
      .execute();
    return this.take(tx, companyId, bytes);
  }

  /** @returns false when there is not so much room */
  async take(tx: Tx, companyId: string, bytes: number): Promise<boolean> {
    const { affected } = await tx
      .createQueryBuilder()
      .update(AccountRow)
      .set({ usedBytes: () => 'used_bytes + :bytes' })
      .where('company_id = :companyId AND used_bytes + :bytes <= total_bytes', { companyId, bytes })
      .execute();
    return affected === 1;
  }

  async giveBack(tx: Tx, companyId: string, bytes: number): Promise<void> {
    await tx.decrement(AccountRow, { companyId }, 'usedBytes', bytes);
  }

  /** Deletes locked rows and gives their room back; accounts in one order, so that two sweeps do not wait for each other. */
  async forget(tx: Tx, rows: FileRow[]): Promise<void> {
    if (rows.length === 0) return;
    await tx.delete(
      FileRow,
      rows.map(({ id }) => id),
    );
    const sizes = new Map<string, number>();
    for (const { companyId, size } of rows) sizes.set(companyId, (sizes.get(companyId) ?? 0) + size);
    for (const [companyId, bytes] of [...sizes].sort(([a], [b]) => (a < b ? -1 : 1)))
      await this.giveBack(tx, companyId, bytes);
  }

  /** The upload that a call of this key made before, unless it is too long ago to be a repeat. */
  async ofKey(tx: Tx, companyId: string, uploadKey: string): Promise<FileRow | null> {
    const since = new Date(Date.now() - repeatMs);
    await tx.update(
      FileRow,
      { companyId, uploadKey, createdAt: LessThan(since), contentAt: LessThan(since) },
      { uploadKey: null },
    );
    return tx.findOneBy(FileRow, { companyId, uploadKey });
  }

  /** An unfinished upload of this key is over: its commit finds nothing, the collector its bytes. */
  async takeOver(tx: Tx, companyId: string, uploadKey: string): Promise<void> {
    const rows = await tx.find(FileRow, {
      where: { companyId, uploadKey, state: 'uploading' },
      lock: { mode: 'pessimistic_write' },
    });
    await this.forget(tx, rows);
  }

  /** @throws AppError IN_PROGRESS when a call of its key got there first */
  async insert(tx: Tx, { totalAmount, ...upload }: Upload): Promise<void> {
    const now = new Date();
    await tx
      .createQueryBuilder()
      .insert()
      .into(FileRow)
      .values({
        ...upload,
        state: 'uploading',
        hasPreview: upload.preview !== null,
        createdAt: now,
        contentAt: now,
        updatedAt: now,
        // decimal arithmetic is PostgreSQL's: no cent is lost to floating point
        totalAmount: totalAmount ?? (() => 'round(:price::numeric * :records::numeric, 2)'),
      })
      .setParameters({ price: upload.price, records: upload.numberOfRecords })
      .execute()
      .catch(whenTaken('IN_PROGRESS'));
  }

  /** The upload, or the file that it has become. */
  find(tx: Tx, companyId: string, uploadId: string): Promise<FileRow | null> {
    return tx.findOne(FileRow, { where: ofUpload(companyId, uploadId) });
  }

  lock(tx: Tx, companyId: string, uploadId: string): Promise<FileRow | null> {
    return tx.findOne(FileRow, { where: ofUpload(companyId, uploadId), lock: { mode: 'pessimistic_write' } });
  }

  /** A new sealed file takes the id that its sender chose. @throws AppError FILE_ID_TAKEN */
  async rename(tx: Tx, uploadId: string, id: string): Promise<void> {
    await tx.update(FileRow, uploadId, { id, uploadId }).catch(whenTaken('FILE_ID_TAKEN'));
  }

  /** The upload's bytes become the file's next version; the upload's row keeps the earlier one. Both must be locked. */
  async replace(tx: Tx, uploadId: string, file: FileRow): Promise<void> {
    const now = new Date();
    await tx.update(FileRow, uploadId, { version: file.version + 1, contentAt: now });
    await tx.query(
      `UPDATE file AS mine SET ${contents.map((column) => `${column} = theirs.${column}`).join(', ')} FROM file AS theirs
       WHERE (mine.id, theirs.id) IN (($1, $2), ($2, $1))`,
      [uploadId, file.id],
    );
    await tx.update(FileRow, uploadId, {
      state: 'replaced',
      leaseUntil: null,
      parts: [],
      purgeAt: new Date(now.getTime() + binMs),
      updatedAt: now,
    });
    await tx.update(FileRow, file.id, { updatedAt: now });
  }

  /** After `replace`: what was not sealed is due at once, and the file answers for the upload, whose row is among that. */
  async dropManaged(tx: Tx, upload: FileRow, fileId: string): Promise<void> {
    await tx.update(FileRow, { replaces: fileId, state: 'replaced', sealedId: IsNull() }, { purgeAt: new Date() });
    await tx.update(FileRow, upload.id, { uploadKey: null });
    await tx.update(FileRow, fileId, { uploadId: upload.id, ...(upload.uploadKey && { uploadKey: upload.uploadKey }) });
  }
}
