import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import type { StoredFile } from '@tradepost/contracts/storage';
import { lockName } from '@tradepost/service-kit/database/advisory-lock';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { sql } from '@tradepost/service-kit/database/sql';
import { IsNull } from 'typeorm';
import { RequestFileRow } from '../request/request-file.entity';
import type { RequestRow } from '../request/request.entity';
import type { Parties, Side } from '../request/requests.repository';
import { archiveObject } from './download.entity';
import { modeOfFile } from '../grants/sealed.policy';
import { TransferExtensionRow } from './transfer-extension.entity';
import { TransferFileRow } from './transfer-file.entity';
import { TransferRow } from './transfer.entity';
import { reminderTime } from './transfer.policy';

/** Contains the request's id, because the transfer's id is secret and object stores log their keys. */
export const archiveKeyOf = (requestId: string, generation: number) => `transfers/${requestId}/${generation}.zip`;

/** 255 random bits in base64url. The first character is a letter, because a shell would read a dash as an option. */
function newTransferId(): string {
  const bytes = randomBytes(32);
  bytes[0]! &= 0x7f;
  return bytes.toString('base64url');
}

type Change = Partial<Omit<TransferRow, 'request'>>;

@Injectable()
export class TransfersRepository {
  constructor(private readonly db: Db) {}

  async insert(
    tx: Tx,
    request: RequestRow,
    files: StoredFile[],
    terms: Pick<TransferRow, 'expiresAt' | 'grants' | 'maxDownloads' | 'licences'>,
  ): Promise<TransferRow> {
    const generation = 1;
    const createdAt = new Date();
    const transfer = {
      id: newTransferId(),
      requestId: request.id,
      createdAt,
      ...terms,
      revokedAt: null,
      revokeReason: null,
      firstDownloadAt: null,
      remindAt: reminderTime(createdAt, terms.expiresAt),
      linkMailedAt: null,
      generation,
      archiveKey: archiveKeyOf(request.id, generation),
      archiveStatus: 'building',
      archiveBytes: 0,
      archiveSize: null,
      archiveReadyAt: null,
      archiveRemovedAt: null,
    } as TransferRow;
    await sql(tx).insert(TransferRow, transfer);
    await sql(tx).insert(
      TransferFileRow,
      files.map(({ fileId, objectKey, name, mimetype, size, sha256, crc32, updatedAt, sealed, terms }, position) => ({
        transferId: transfer.id,
        position,
        fileId,
        objectKey,
        name,
        contentType: mimetype,
        size,
        sha256,
        crc32,
        modifiedAt: updatedAt,
        mode: modeOfFile({ sealed }),
        sealed,
        terms,
      })),
    );
    return transfer;
  }

  /** With its request. @throws AppError NOT_FOUND */
  async get(id: string): Promise<TransferRow> {
    const transfer = await sql(this.db.read).findOne(TransferRow, { where: { id }, relations: { request: true } });
    if (!transfer) throw new AppError('NOT_FOUND');
    return transfer;
  }

  /** With its request, locked until the transaction ends. @throws AppError NOT_FOUND */
  async lock(tx: Tx, id: string): Promise<TransferRow> {
    const transfer = await sql(tx).findOne(TransferRow, {
      where: { id },
      relations: { request: true },
      lock: { mode: 'pessimistic_write', tables: ['transfer'] },
    });
    if (!transfer) throw new AppError('NOT_FOUND');
    return transfer;
  }

  /** Transfers that are not revoked, with their requests, locked. */
  lockUnrevoked(tx: Tx, side: Side | Parties): Promise<TransferRow[]> {
    return sql(tx).find(TransferRow, {
      where: { revokedAt: IsNull(), request: side },
      relations: { request: true },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write', tables: ['transfer'] },
    });
  }

  /** Moves the expiry, which is recorded. */
  async extend(tx: Tx, transfer: TransferRow, change: Pick<TransferRow, 'expiresAt'> & Change, now: Date) {
    const { id: transferId, expiresAt: before } = transfer;
    const { expiresAt } = change;
    await sql(tx).insert(TransferExtensionRow, { transferId, extendedAt: now, before, expiresAt });
    await this.update(tx, transfer, change);
  }

  /** Oldest first. */
  extensions(transferId: string): Promise<TransferExtensionRow[]> {
    return sql(this.db.read).find(TransferExtensionRow, { where: { transferId }, order: { extendedAt: 'ASC' } });
  }

  /** Ends all downloads and cancels the reminder. */
  async revoke(tx: Tx, transfer: TransferRow, reason: string | null): Promise<void> {
    await this.update(tx, transfer, { revokedAt: new Date(), revokeReason: reason, remindAt: null });
  }

  /** A transfer with a due reminder, with its request, locked; other replicas skip it. */
  lockDue(tx: Tx, now: Date): Promise<TransferRow | null> {
    return this.lockFirst(
      tx,
      'transfer.remindAt <= :now AND transfer.expiresAt > :now AND transfer.revokedAt IS NULL',
      now,
    );
  }

  /** An ended transfer that may still have an archive in the store, locked. */
  lockEnded(tx: Tx, now: Date): Promise<TransferRow | null> {
    return this.lockFirst(
      tx,
      'transfer.archiveRemovedAt IS NULL AND (transfer.expiresAt <= :now OR transfer.revokedAt IS NOT NULL)',
      now,
    );
  }

  /** A transfer with a stored archive that nobody has used since then, locked. */
  lockUnused(tx: Tx, since: Date): Promise<TransferRow | null> {
    return this.lockFirst(
      tx,
      `transfer.archiveRemovedAt IS NULL AND transfer.archiveReadyAt < :now AND NOT EXISTS
         (SELECT FROM download d WHERE d.transfer_id = transfer.id AND d.object = '${archiveObject}' AND d.last_at >= :now)`,
      since,
    );
  }

  /**
   * Bytes of the company's archives, built or being built, and how many are being built. Other acceptances of the company
   * wait until the transaction ends.
   */
  async lockArchives(tx: Tx, companyId: string): Promise<{ bytes: number; building: number }> {
    await lockName(tx, `archives of ${companyId}`);
    const [{ bytes, building }] = (await sql(tx).query(
      `SELECT coalesce(sum(t.archive_bytes), 0) AS bytes, count(*) FILTER (WHERE t.archive_status = 'building') AS building
       FROM transfer t JOIN access_request r ON r.id = t.request_id
       WHERE r.sender_company_id = $1 AND t.archive_removed_at IS NULL`,
      [companyId],
    )) as [{ bytes: string; building: string }];
    return { bytes: Number(bytes), building: Number(building) };
  }

  files(transferId: string, from: Tx = this.db.read): Promise<TransferFileRow[]> {
    return sql(from).find(TransferFileRow, { where: { transferId }, order: { position: 'ASC' } });
  }

  /** @throws AppError NOT_FOUND */
  async file(transferId: string, fileId: string): Promise<TransferFileRow> {
    const file = await sql(this.db.read).findOneBy(TransferFileRow, { transferId, fileId });
    if (!file) throw new AppError('NOT_FOUND');
    return file;
  }

  /** The transfer's files with the folders they were requested from. */
  async named(tx: Tx, { id, requestId }: TransferRow): Promise<(TransferFileRow & { folderName: string })[]> {
    const requested = await sql(tx).findBy(RequestFileRow, { requestId });
    const folderOf = new Map(requested.map(({ fileId, folderName }) => [fileId, folderName]));
    const files = await this.files(id, tx);
    return files.map((file) => ({ ...file, folderName: folderOf.get(file.fileId) ?? '' }));
  }

  async update(tx: Tx, transfer: TransferRow, change: Change): Promise<void> {
    Object.assign(transfer, change);
    await sql(tx).update(TransferRow, transfer.id, change);
  }

  /** The newest live transfer of each file for this receiver. */
  liveFor(receiverUserId: string, now: Date): Promise<{ fileId: string; transferId: string; expiresAt: Date }[]> {
    return sql(this.db.read)
      .createQueryBuilder(TransferFileRow, 'file')
      .innerJoin('file.transfer', 'transfer')
      .innerJoin('transfer.request', 'request')
      .distinctOn(['file.file_id'])
      .select('file.file_id', 'fileId')
      .addSelect('transfer.id', 'transferId')
      .addSelect('transfer.expires_at', 'expiresAt')
      .where('request.receiverUserId = :receiverUserId', { receiverUserId })
      .andWhere('transfer.revokedAt IS NULL AND transfer.expiresAt > :now', { now })
      .orderBy('file.file_id')
      .addOrderBy('transfer.created_at', 'DESC')
      .getRawMany();
  }

  private lockFirst(tx: Tx, condition: string, now: Date): Promise<TransferRow | null> {
    return sql(tx)
      .createQueryBuilder(TransferRow, 'transfer')
      .innerJoinAndSelect('transfer.request', 'request')
      .where(condition, { now })
      .setLock('pessimistic_write', undefined, ['transfer'])
      .setOnLocked('skip_locked')
      .limit(1)
      .getOne();
  }
}
