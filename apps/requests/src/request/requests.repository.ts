import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { accountOf, receiverIdOf, seenReceiverIdOf } from '@tradepost/contracts/roles';
import type { RequestStatus } from '@tradepost/contracts/requests';
import type { Mode, SignedRequest } from '@tradepost/contracts/encryption/sealed';
import type { StoredFile } from '@tradepost/contracts/storage';
import { lockName } from '@tradepost/service-kit/database/advisory-lock';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { sql } from '@tradepost/service-kit/database/sql';
import { v7 as uuidv7 } from 'uuid';
import { In } from 'typeorm';
import { approvalsNeeded } from '../approval/approval.policy';
import type { ApprovalRow } from '../approval/approval.entity';
import { ApprovalsRepository } from '../approval/approvals.repository';
import { ReceiverKeyRow } from '../grants/receiver-key.entity';
import type { PartnershipVersions } from '../partnership/partnerships';
import { RequestFileRow } from './request-file.entity';
import { RequestRow } from './request.entity';
import { unassigned } from '../assignment/assignments.repository';
import type { RequestWithFiles } from './request.view';
import { modeOfFile } from '../grants/sealed.policy';
import { contentOf, readStatement } from '../signature/signed-request.policy';
import { TransferRow } from '../transfer/transfer.entity';

/** A file of a request. */
export type RequestedFile = Pick<
  StoredFile,
  'fileId' | 'name' | 'mimetype' | 'size' | 'folderName' | 'companyId' | 'companyName'
> & { mode: Mode; terms: StoredFile['terms'] | null };

/** The texts that the receiver adds to a request. */
export interface RequestText {
  note?: string | null | undefined;
  intendedUse?: string | null | undefined;
}

export interface Parties {
  senderCompanyId: string;
  receiverUserId: string;
}

/** The party that the list is for; each row shows the other party's company. */
export type Side = { senderCompanyId: string } | { receiverUserId: string };

type Where = { id: string } & Side;

/** Where a request is the actor's: of this receiver, or of the company it was sent to. @throws AppError NOT_FOUND when it can be neither */
function sidesOf(id: string, actor: UserActor, receiverUserId: string | null): Where[] {
  const sides = [
    ...(receiverUserId ? [{ id, receiverUserId }] : []),
    ...(actor.companyId ? [{ id, senderCompanyId: actor.companyId }] : []),
  ];
  if (sides.length === 0) throw new AppError('NOT_FOUND');
  return sides;
}

@Injectable()
export class RequestsRepository {
  constructor(
    private readonly db: Db,
    private readonly approvals: ApprovalsRepository,
  ) {}

  /** Serializes new requests of one receiver until the transaction ends. */
  async lockReceiver(tx: Tx, userId: string): Promise<void> {
    await lockName(tx, `requests of ${userId}`);
  }

  /** The files that a pending request of this receiver already contains. */
  async alreadyPending(tx: Tx, receiverUserId: string, fileIds: string[]): Promise<string[]> {
    const rows = await sql(tx)
      .createQueryBuilder(RequestFileRow, 'file')
      .innerJoin('file.request', 'request')
      .select('DISTINCT file.file_id', 'fileId')
      .where('request.receiverUserId = :receiverUserId', { receiverUserId })
      .andWhere("request.status = 'pending'")
      .andWhere('file.fileId = ANY(:fileIds)', { fileIds })
      .getRawMany<{ fileId: string }>();
    return rows.map(({ fileId }) => fileId);
  }

  /** @param requested files of one company, at least one */
  async insert(
    tx: Tx,
    requested: [RequestedFile, ...RequestedFile[]],
    { note, intendedUse }: RequestText,
    receiver: UserActor,
    partnerships: PartnershipVersions,
    signature: { requestId: string; signed: SignedRequest } | null = null,
  ): Promise<RequestWithFiles> {
    if (signature) await this.requireNewId(tx, signature.requestId);
    const { userId: receiverUserId, email: receiverEmail } = accountOf(receiver);
    const request: RequestRow = {
      id: signature?.requestId ?? uuidv7(),
      senderCompanyId: requested[0].companyId,
      senderCompanyName: requested[0].companyName,
      receiverUserId,
      receiverEmail,
      receiverCompanyId: receiver.companyId,
      receiverCompanyName: receiver.companyName,
      requestedBy: receiver.userId,
      note: note || null,
      intendedUse: intendedUse || null,
      status: 'pending',
      createdAt: new Date(),
      decidedAt: null,
      reason: null,
      partnershipVersion: partnerships.get(requested[0].companyId) ?? 0,
      approvalsNeeded: approvalsNeeded(await this.approvals.rule(requested[0].companyId, tx), requested),
      signed: signature?.signed ?? null,
      signedAt: signature && new Date(),
      signedContent: signature && contentOf(readStatement(signature.signed)),
      approvalsRemovedAt: null,
      ...unassigned,
    };
    const files = requested.map(({ fileId, name, mimetype, size, folderName, mode, terms }, position) => ({
      requestId: request.id,
      position,
      fileId,
      name,
      mimetype,
      size,
      folderName,
      mode,
      terms,
    }));
    await sql(tx).insert(RequestRow, request);
    await sql(tx).insert(RequestFileRow, files);
    return {
      request,
      files,
      transfer: null,
      approvals: [],
      receiverHasKey: await sql(tx).existsBy(ReceiverKeyRow, { userId: receiverUserId }),
    };
  }

  /** The client chose this id. @throws AppError REQUEST_SIGNATURE_INVALID when it is taken */
  private async requireNewId(tx: Tx, id: string): Promise<void> {
    await lockName(tx, `request ${id}`);
    if (await sql(tx).existsBy(RequestRow, { id })) throw new AppError('REQUEST_SIGNATURE_INVALID');
  }

  /** The request as its receiver signed it; null until then. */
  async signatureOf(id: string, from: Tx = this.db.read): Promise<SignedRequest | null> {
    const request = await sql(from).findOne(RequestRow, { select: { id: true, signed: true }, where: { id } });
    return request?.signed ?? null;
  }

  async saveSignature(tx: Tx, request: RequestRow, signed: SignedRequest, signedContent: string): Promise<void> {
    const signedAt = new Date();
    Object.assign(request, { signedAt, signedContent });
    await sql(tx).update(RequestRow, request.id, { signed, signedAt, signedContent });
  }

  async noteRemovedApprovals(tx: Tx, request: RequestRow): Promise<void> {
    request.approvalsRemovedAt = new Date();
    await sql(tx).update(RequestRow, request.id, { approvalsRemovedAt: request.approvalsRemovedAt });
  }

  /** The receiver has to sign a pending request again, unless it has done so since this signature was read. */
  async forgetSignature(tx: Tx, id: string, read: SignedRequest): Promise<void> {
    await sql(tx).query(
      `UPDATE access_request SET signed = NULL, signed_at = NULL WHERE id = $1 AND status = 'pending' AND signed->>'sig' = $2`,
      [id, read.sig],
    );
  }

  /** Pending requests of a receiver with new keys have to be signed again. */
  async forgetSignatures(tx: Tx, receiverUserId: string): Promise<void> {
    await sql(tx).update(RequestRow, { receiverUserId, status: 'pending' }, { signed: null, signedAt: null });
  }

  /** Null when the request does not exist any more. */
  async statusOf(id: string): Promise<RequestStatus | null> {
    const request = await sql(this.db.read).findOne(RequestRow, { select: { id: true, status: true }, where: { id } });
    return request?.status ?? null;
  }

  /** @throws AppError NOT_FOUND when it is not a request to this company */
  owned(id: string, senderCompanyId: string): Promise<RequestWithFiles> {
    return this.one(this.db.read, { id, senderCompanyId }, false);
  }

  /** @throws AppError NOT_FOUND when it is not a request of this receiver */
  requestedBy(id: string, receiverUserId: string): Promise<RequestWithFiles> {
    return this.one(this.db.read, { id, receiverUserId }, false);
  }

  /** To be seen. @throws AppError NOT_FOUND when the actor neither sees what its receiver sees nor is of the company it was sent to */
  async ofParty(id: string, actor: UserActor): Promise<RequestWithFiles> {
    return this.one(this.db.read, sidesOf(id, actor, seenReceiverIdOf(actor)), false);
  }

  /** To be changed, so only for who acts for its receiver, or for the company it was sent to. Locked until the transaction ends. @throws AppError NOT_FOUND */
  async lockOfParty(tx: Tx, id: string, actor: UserActor): Promise<RequestWithFiles> {
    return this.one(tx, sidesOf(id, actor, receiverIdOf(actor)), true);
  }

  /** As `owned`, locked until the transaction ends. */
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
    await sql(tx).update(RequestRow, request.id, decided);
  }

  /** Records which requested files have been sealed or unsealed since the request. */
  async updateModes(tx: Tx, { request, files }: RequestWithFiles, now: StoredFile[]): Promise<void> {
    const modes = new Map(now.map((file) => [file.fileId, modeOfFile(file)]));
    for (const file of files) {
      const { fileId, mode: before } = file;
      file.mode = modes.get(fileId) ?? before;
      if (file.mode !== before)
        await sql(tx).update(RequestFileRow, { requestId: request.id, fileId }, { mode: file.mode });
    }
  }

  /** A request of this receiver, locked until the transaction ends. @throws AppError NOT_FOUND */
  lockRequestedBy(tx: Tx, id: string, receiverUserId: string): Promise<RequestWithFiles> {
    return this.one(tx, { id, receiverUserId }, true);
  }

  /** Also deletes its step-up codes. */
  async remove(tx: Tx, { id }: RequestRow): Promise<void> {
    await sql(tx).delete(RequestRow, id);
  }

  /** Pending requests, locked until the transaction ends. */
  async lockPending(tx: Tx, side: Side | Parties): Promise<RequestWithFiles[]> {
    return this.withFiles(
      tx,
      await sql(tx).find(RequestRow, {
        where: { ...side, status: 'pending' },
        order: { id: 'ASC' },
        lock: { mode: 'pessimistic_write' },
      }),
    );
  }

  /** The newest pending request of this receiver that contains one of the files. */
  async pendingWith(tx: Tx, receiverUserId: string, fileIds: string[]): Promise<RequestWithFiles | null> {
    const request = await sql(tx)
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

  private async one(from: Tx, where: Where | Where[], lock: boolean): Promise<RequestWithFiles> {
    const request = await sql(from).findOne(RequestRow, {
      where,
      ...(lock && { lock: { mode: 'pessimistic_write' } }),
    });
    const [found] = request ? await this.withFiles(from, [request]) : [];
    if (!found) throw new AppError('NOT_FOUND');
    return found;
  }

  /** @param listed their files in order; absent: all are read */
  async withFiles(from: Tx, requests: RequestRow[], listed?: RequestFileRow[]): Promise<RequestWithFiles[]> {
    const requestId = In(requests.map(({ id }) => id));
    const files =
      listed ?? (await sql(from).find(RequestFileRow, { where: { requestId }, order: { position: 'ASC' } }));
    const transfers = await sql(from).find(TransferRow, { where: { requestId } });
    const keys = await sql(from).findBy(ReceiverKeyRow, {
      userId: In(requests.map(({ receiverUserId }) => receiverUserId)),
    });
    const approvals = await this.approvals.ofRequests(from, requests);
    const withKey = new Set(keys.map(({ userId }) => userId));
    const filesOf = new Map<string, RequestFileRow[]>(requests.map(({ id }) => [id, []]));
    for (const file of files) filesOf.get(file.requestId)?.push(file);
    const approvalsOf = new Map<string, ApprovalRow[]>(requests.map(({ id }) => [id, []]));
    for (const approval of approvals) approvalsOf.get(approval.requestId)?.push(approval);
    const transferOf = new Map(transfers.map((transfer) => [transfer.requestId, transfer]));
    return requests.map((request) => ({
      request,
      files: filesOf.get(request.id) ?? [],
      transfer: transferOf.get(request.id) ?? null,
      receiverHasKey: withKey.has(request.receiverUserId),
      approvals: approvalsOf.get(request.id) ?? [],
    }));
  }
}
