import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import type { StoredFile } from '@tradepost/contracts/storage';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { IsNull } from 'typeorm';
import { RequestFileRow } from './request-file.entity';
import type { RequestRow } from './request.entity';
import type { Side } from './requests.repository';
import { modeOfFile } from './sealed.policy';
import { TransferFileRow } from './transfer-file.entity';
import { TransferRow } from './transfer.entity';
import { reminderTime } from './transfer.policy';

/** Under the request's id, since the transfer's own is a secret and a store logs its keys. */
export const archiveKeyOf = (requestId: string, generation: number) => `transfers/${requestId}/${generation}.zip`;

/** 255 random bits in base64url. It begins with a letter: a dash would make it an option in a shell. */
function newTransferId(): string {
  const bytes = randomBytes(32);
  bytes[0]! &= 0x7f;
  return bytes.toString('base64url');
}

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
      archiveSize: null,
      archiveReadyAt: null,
      archiveRemovedAt: null,
    } as TransferRow;
    await tx.insert(TransferRow, transfer);
    await tx.insert(
      TransferFileRow,
      files.map(({ fileId, objectKey, name, mimetype, size, sha256, crc32, updatedAt, sealed }, position) => ({
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
      })),
    );
    return transfer;
  }

  /** With its request. @throws AppError NOT_FOUND */
  async get(id: string): Promise<TransferRow> {
    const transfer = await this.db.read.findOne(TransferRow, { where: { id }, relations: { request: true } });
    if (!transfer) throw new AppError('NOT_FOUND');
    return transfer;
  }

  /** With its request; nobody else changes it until the transaction ends. @throws AppError NOT_FOUND */
  async lock(tx: Tx, id: string): Promise<TransferRow> {
    const transfer = await tx.findOne(TransferRow, {
      where: { id },
      relations: { request: true },
      lock: { mode: 'pessimistic_write', tables: ['transfer'] },
    });
    if (!transfer) throw new AppError('NOT_FOUND');
    return transfer;
  }

  /** Those that were not withdrawn, with their requests. */
  lockUnrevoked(tx: Tx, side: Side): Promise<TransferRow[]> {
    return tx.find(TransferRow, {
      where: { revokedAt: IsNull(), request: side },
      relations: { request: true },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write', tables: ['transfer'] },
    });
  }

  /** Nobody downloads from it any more, or is reminded to. */
  async revoke(tx: Tx, transfer: TransferRow, reason: string | null): Promise<void> {
    await this.update(tx, transfer, { revokedAt: new Date(), revokeReason: reason, remindAt: null });
  }

  /** One whose receiver is to be reminded, with its request; others take another one. */
  lockDue(tx: Tx, now: Date): Promise<TransferRow | null> {
    return this.lockFirst(
      tx,
      'transfer.remindAt <= :now AND transfer.expiresAt > :now AND transfer.revokedAt IS NULL',
      now,
    );
  }

  /** One that ended and whose archive may still be in the store. */
  lockEnded(tx: Tx, now: Date): Promise<TransferRow | null> {
    return this.lockFirst(
      tx,
      'transfer.archiveRemovedAt IS NULL AND (transfer.expiresAt <= :now OR transfer.revokedAt IS NOT NULL)',
      now,
    );
  }

  files(transferId: string, from: Tx = this.db.read): Promise<TransferFileRow[]> {
    return from.find(TransferFileRow, { where: { transferId }, order: { position: 'ASC' } });
  }

  /** @throws AppError NOT_FOUND */
  async file(transferId: string, fileId: string): Promise<TransferFileRow> {
    const file = await this.db.read.findOneBy(TransferFileRow, { transferId, fileId });
    if (!file) throw new AppError('NOT_FOUND');
    return file;
  }

  /** The transfer's files with the folders they were asked from. */
  async named(tx: Tx, { id, requestId }: TransferRow): Promise<(TransferFileRow & { folderName: string })[]> {
    const asked = await tx.findBy(RequestFileRow, { requestId });
    const folderOf = new Map(asked.map(({ fileId, folderName }) => [fileId, folderName]));
    const files = await this.files(id, tx);
    return files.map((file) => ({ ...file, folderName: folderOf.get(file.fileId) ?? '' }));
  }

  async update(tx: Tx, transfer: TransferRow, change: Partial<Omit<TransferRow, 'request'>>): Promise<void> {
    Object.assign(transfer, change);
    await tx.update(TransferRow, transfer.id, change);
  }

  /** The newest live transfer of each file made for this receiver. */
  liveFor(receiverUserId: string, now: Date): Promise<{ fileId: string; transferId: string; expiresAt: Date }[]> {
    return this.db.read
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
    return tx
      .createQueryBuilder(TransferRow, 'transfer')
      .innerJoinAndSelect('transfer.request', 'request')
      .where(condition, { now })
      .setLock('pessimistic_write', undefined, ['transfer'])
      .setOnLocked('skip_locked')
      .limit(1)
      .getOne();
  }
}
