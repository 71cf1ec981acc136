import { Inject, Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { assertMayDeliver } from '@tradepost/contracts/kyc';
import { requestEvents, requests } from '@tradepost/contracts/requests';
import { transferLink } from '@tradepost/contracts/routes';
import { storage } from '@tradepost/contracts/storage';
import { Db } from '@tradepost/service-kit/database';
import { Handle } from '@tradepost/service-kit/decorators';
import { log } from '@tradepost/service-kit/logging';
import { Outbox } from '@tradepost/service-kit/outbox';
import { Rpc } from '@tradepost/service-kit/rpc';
import { Archives } from './archives';
import { CONFIG, type RequestsConfig } from './config';
import { Grants } from './grants';
import type { RequestRow } from './request.entity';
import { assertExpiry, assertMayBecome, chosenOf, companyOf, inOrder } from './request.policy';
import { refOf, senderView } from './request.view';
import { RequestsRepository } from './requests.repository';
import { assertSameSealed } from './sealed.policy';
import type { StepUpRow } from './step-up.entity';
import { isProof, needsProof } from './step-up.policy';
import { StepUpRepository } from './step-up.repository';
import { TransfersRepository } from './transfers.repository';

/** Saying yes: the request becomes a transfer, and its archive is promised with it. */
@Injectable()
export class AcceptanceHandler {
  constructor(
    private readonly db: Db,
    private readonly requests: RequestsRepository,
    private readonly stepUps: StepUpRepository,
    private readonly transfers: TransfersRepository,
    private readonly archives: Archives,
    private readonly grants: Grants,
    private readonly outbox: Outbox,
    private readonly rpc: Rpc,
    @Inject(CONFIG) private readonly config: RequestsConfig,
  ) {}

  @Handle(requests.confirm)
  async confirm(
    { requestId, expiry, fileIds: chosen, maxDownloads, grants: given, sig }: In<typeof requests.confirm>,
    actor: UserActor,
  ) {
    assertMayDeliver(actor, this.config.KYC_APPROVED_TO_DELIVER);
    const companyId = companyOf(actor);
    // the proof is read first: one that another acceptance has just used then finds the request decided, too
    const asProof = await this.stepUps.newest(requestId, actor.userId);
    const asked = await this.requests.owned(requestId, companyId);
    proven(asked.request, asProof, actor);
    const expiresAt = new Date(expiry);
    assertExpiry(expiresAt, new Date());
    const fileIds = chosenOf(
      asked.files.map(({ fileId }) => fileId),
      chosen,
    );
    const asGiven = inOrder(fileIds, (await this.rpc.call(storage.ownFiles, { fileIds }, actor)).files);
    if (asGiven.length === 0) throw new AppError('FILES_GONE');
    const { receiverUserId } = asked.request;
    const grants = await this.grants.checked(
      { requestId, receiverUserId, expiresAt, files: asGiven, grants: given, sig },
      actor,
    );
    // held under the request's id: repeats and races hold the same bytes once, and the transfer's own id stays a secret
    const held = await this.rpc.call(
      storage.holdFiles,
      { transferId: requestId, fileIds, until: expiresAt.toISOString() },
      actor,
    );
    const files = inOrder(fileIds, held.files);
    if (files.length === 0) throw new AppError('FILES_GONE');
    assertSameSealed(asGiven, files);

    const accepted = this.db.transaction(async (tx) => {
      const found = await this.requests.lockOwned(tx, requestId, companyId);
      const proof = proven(found.request, await this.stepUps.newest(requestId, actor.userId, tx), actor);
      if (proof) await this.stepUps.use(tx, proof.id, new Date());
      await this.requests.decide(tx, found.request, 'accepted');
      const transfer = await this.transfers.insert(tx, found.request, files, {
        expiresAt,
        grants,
        maxDownloads: maxDownloads ?? null,
        licences: held.licences.map(({ folderName, terms }) => ({ folderName, terms })),
      });
      await this.archives.promise(tx, transfer);
      const until = expiresAt.toISOString();
      await this.outbox.event(tx, requestEvents.accepted, { ...refOf(found.request, files), expiry: until }, actor);
      const url = transferLink(this.config.ORIGIN, transfer.id, until);
      return { request: senderView({ ...found, transfer }), transfer: { id: transfer.id, url, expiry: until } };
    });
    return accepted.catch(async (error: unknown) => {
      await this.letGo(requestId, actor);
      throw error;
    });
  }

  /** What was held for a request that can no longer be accepted. One still pending keeps it: another acceptance may be under way. */
  private async letGo(requestId: string, actor: UserActor): Promise<void> {
    const status = await this.requests.statusOf(requestId);
    if (status === 'pending' || status === 'accepted') return;
    await this.rpc
      .call(storage.releaseFiles, { transferId: requestId }, actor)
      .catch((error) =>
        log.warn({ err: error, requestId }, 'the files of a request that was not accepted are held until the expiry'),
      );
  }
}

/** @returns the proof to use up; null where none is needed @throws AppError REQUEST_NOT_PENDING, NOT_VERIFIED */
function proven(request: RequestRow, stepUp: StepUpRow | null, actor: UserActor): StepUpRow | null {
  assertMayBecome(request.status, 'accepted');
  if (!needsProof(actor)) return null;
  if (!stepUp || !isProof(stepUp, actor, new Date())) throw new AppError('NOT_VERIFIED');
  return stepUp;
}
