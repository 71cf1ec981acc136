import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import type { RequestStatus } from '@tradepost/contracts/requests';
import type { Mode } from '@tradepost/contracts/sealed';
import type { StoredFile } from '@tradepost/contracts/storage';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { v7 as uuidv7 } from 'uuid';
import { In, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { ReceiverKeyRow } from './receiver-key.entity';
import { RequestFileRow } from './request-file.entity';
import { RequestRow } from './request.entity';
import type { RequestWithFiles } from './request.view';
import { modeOfFile } from './sealed.policy';
import { TransferRow } from './transfer.entity';

export interface ListQuery {
  page?: number | undefined;
  pageSize: number;
  q?: string | undefined;
  sort?: string | undefined;
  status?: RequestStatus | '' | undefined;
  receiver?: string | undefined;
}

/** A file as it is asked for. */
export type Wanted = Pick<
  StoredFile,
  'fileId' | 'name' | 'mimetype' | 'size' | 'folderName' | 'companyId' | 'companyName'
> & { mode: Mode };

/** What the receiver says with a request. */
export interface Words {
  note?: string | null | undefined;
  intendedUse?: string | null | undefined;
}

/** Whose requests are listed; the other side's company is the one a row names. */
export type Side = { senderCompanyId: string } | { receiverUserId: string };

export const likePattern = (q: string) => `%${q.replace(/[\\%_]/g, '\\$&')}%`;

@Injectable()
export class RequestsRepository {
  constructor(private readonly db: Db) {}

  /** Makes one receiver's new requests wait for each other until the transaction ends. */
  async lockReceiver(tx: Tx, userId: string): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`requests of ${userId}`]);
  }

  /** Those of the files that a pending request of this receiver already names. */
  async alreadyPending(tx: Tx, receiverUserId: string, fileIds: string[]): Promise<string[]> {
    const rows = await tx
      .createQueryBuilder(RequestFileRow, 'file')
      .innerJoin('file.request', 'request')
      .select('DISTINCT file.file_id', 'fileId')
      .where('request.receiverUserId = :receiverUserId', { receiverUserId })
      .andWhere("request.status = 'pending'")
      .andWhere('file.fileId = ANY(:fileIds)', { fileIds })
      .getRawMany<{ fileId: string }>();
    return rows.map(({ fileId }) => fileId);
  }

  /** @param wanted files of one company, at least one */
  async insert(
    tx: Tx,
    wanted: [Wanted, ...Wanted[]],
    { note, intendedUse }: Words,
    receiver: UserActor,
  ): Promise<RequestWithFiles> {
    const request: RequestRow = {
      id: uuidv7(),
      senderCompanyId: wanted[0].companyId,
      senderCompanyName: wanted[0].companyName,
      receiverUserId: receiver.userId,
      receiverEmail: receiver.email,
      receiverCompanyId: receiver.companyId,
      receiverCompanyName: receiver.companyName,
      note: note || null,
      intendedUse: intendedUse || null,
      status: 'pending',
      createdAt: new Date(),
      decidedAt: null,
      reason: null,
    };
    const files = wanted.map(({ fileId, name, mimetype, size, folderName, mode }, position) => ({
      requestId: request.id,
      position,
      fileId,
      name,
      mimetype,
      size,
      folderName,
      mode,
    }));
    await tx.insert(RequestRow, request);
    await tx.insert(RequestFileRow, files);
    return {
      request,
      files,
      transfer: null,
      receiverHasKey: await tx.existsBy(ReceiverKeyRow, { userId: receiver.userId }),
    };
  }

  /** Null when there is no such request any more. */
  async statusOf(id: string): Promise<RequestStatus | null> {
    const request = await this.db.read.findOne(RequestRow, { select: { id: true, status: true }, where: { id } });
    return request?.status ?? null;
  }

  /** @throws AppError NOT_FOUND when it is not a request to this company */
  owned(id: string, senderCompanyId: string): Promise<RequestWithFiles> {
    return this.one(this.db.read, { id, senderCompanyId }, false);
  }

  /** As `owned`, and nobody else decides on it until the transaction ends. */
  lockOwned(tx: Tx, id: string, senderCompanyId: string): Promise<RequestWithFiles> {
    return this.one(tx, { id, senderCompanyId }, true);
  }

  async decide(
    tx: Tx,
    request: RequestRow,
    status: 'accepted' | 'rejected',
    reason: string | null = null,
  ): Promise<void> {
    const decided = { status, decidedAt: new Date(), reason };
    Object.assign(request, decided);
    await tx.update(RequestRow, request.id, decided);
  }

  /** Which of the files asked for are sealed by now. */
  async noteModes(tx: Tx, { request, files }: RequestWithFiles, now: StoredFile[]): Promise<void> {
    const modes = new Map(now.map((file) => [file.fileId, modeOfFile(file)]));
    for (const { fileId, mode: before } of files) {
      const mode = modes.get(fileId) ?? before;
      if (mode !== before) await tx.update(RequestFileRow, { requestId: request.id, fileId }, { mode });
    }
  }

  /** Of this receiver; nobody else decides on it until the transaction ends. @throws AppError NOT_FOUND */
  lockAsked(tx: Tx, id: string, receiverUserId: string): Promise<RequestWithFiles> {
    return this.one(tx, { id, receiverUserId }, true);
  }

  /** With the codes made for it. */
  async remove(tx: Tx, { id }: RequestRow): Promise<void> {
    await tx.delete(RequestRow, id);
  }

  /** Nobody else decides on them until the transaction ends. */
  async lockPending(tx: Tx, side: Side): Promise<RequestWithFiles[]> {
    return this.withFiles(
      tx,
      await tx.find(RequestRow, {
        where: { ...side, status: 'pending' },
        order: { id: 'ASC' },
        lock: { mode: 'pessimistic_write' },
      }),
    );
  }

  /** The newest pending request of this receiver that names one of the files. */
  async pendingWith(tx: Tx, receiverUserId: string, fileIds: string[]): Promise<RequestWithFiles | null> {
    const request = await tx
      .createQueryBuilder(RequestRow, 'request')
      .where({ receiverUserId, status: 'pending' })
      .andWhere(
        'EXISTS (SELECT 1 FROM request_file file WHERE file.request_id = request.id AND file.file_id = ANY(:fileIds))',
        { fileIds },
      )
      .orderBy('request.createdAt', 'DESC')
      .getOne();
    return request ? ((await this.withFiles(tx, [request]))[0] ?? null) : null;
  }

  async list(side: Side, query: ListQuery): Promise<{ items: RequestWithFiles[]; total: number }> {
    const found = this.db.read.createQueryBuilder(RequestRow, 'request').where(side);
    if (query.q) this.search(found, query.q);
    if (query.status) found.andWhere({ status: query.status });
    if (query.receiver) {
      found.andWhere('(request.receiverEmail ILIKE :receiver OR request.receiverCompanyName ILIKE :receiver)', {
        receiver: likePattern(query.receiver),
      });
    }
    this.order(found, side, query.sort);
    if (!query.page) {
      const requests = await found.getMany();
      return { items: await this.withFiles(this.db.read, requests), total: requests.length };
    }
    const [requests, total] = await found
      .offset((query.page - 1) * query.pageSize)
      .limit(query.pageSize)
      .getManyAndCount();
    return { items: await this.withFiles(this.db.read, requests), total };
  }

  private search(found: SelectQueryBuilder<RequestRow>, q: string) {
    found.andWhere(
      `(request.receiverEmail ILIKE :like OR request.receiverCompanyName ILIKE :like OR request.senderCompanyName ILIKE :like
        OR EXISTS (SELECT 1 FROM request_file file WHERE file.request_id = request.id AND file.name ILIKE :like))`,
      { like: likePattern(q) },
    );
  }

  private order(found: SelectQueryBuilder<RequestRow>, side: Side, sort = '-createdAt') {
    const columns: Record<string, string> = {
      createdAt: 'request.createdAt',
      status: 'request.status',
      receiverEmail: 'request.receiverEmail',
      companyName: 'senderCompanyId' in side ? 'request.receiverCompanyName' : 'request.senderCompanyName',
    };
    const descending = sort.startsWith('-');
    const column = columns[descending ? sort.slice(1) : sort];
    if (!column) {
      const message = `sort must be one of ${Object.keys(columns).join(', ')}`;
      throw new AppError('INVALID', { errors: [{ field: 'sort', message }] });
    }
    const direction = descending ? 'DESC' : 'ASC';
    found.orderBy(column, direction, 'NULLS LAST').addOrderBy('request.id', direction);
  }

  private async one(from: EntityManager, where: { id: string } & Side, lock: boolean): Promise<RequestWithFiles> {
    const request = await from.findOne(RequestRow, {
      where,
      ...(lock && { lock: { mode: 'pessimistic_write' } }),
    });
    const [found] = request ? await this.withFiles(from, [request]) : [];
    if (!found) throw new AppError('NOT_FOUND');
    return found;
  }

  private async withFiles(from: EntityManager, requests: RequestRow[]): Promise<RequestWithFiles[]> {
    const requestId = In(requests.map(({ id }) => id));
    const files = await from.find(RequestFileRow, { where: { requestId }, order: { position: 'ASC' } });
    const transfers = await from.find(TransferRow, { where: { requestId } });
    const keys = await from.findBy(ReceiverKeyRow, {
      userId: In(requests.map(({ receiverUserId }) => receiverUserId)),
    });
    const withKey = new Set(keys.map(({ userId }) => userId));
    const filesOf = new Map<string, RequestFileRow[]>(requests.map(({ id }) => [id, []]));
    for (const file of files) filesOf.get(file.requestId)?.push(file);
    const transferOf = new Map(transfers.map((transfer) => [transfer.requestId, transfer]));
    return requests.map((request) => ({
      request,
      files: filesOf.get(request.id) ?? [],
      transfer: transferOf.get(request.id) ?? null,
      receiverHasKey: withKey.has(request.receiverUserId),
    }));
  }
}
