import { Controller, Inject } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { assertMayDeliver } from '@tradepost/contracts/kyc';
import { requestEvents, requests } from '@tradepost/contracts/requests';
import { transferLink } from '@tradepost/contracts/values/transfer-link';
import { storage } from '@tradepost/contracts/storage';
import { Db } from '@tradepost/service-kit/database/database';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { log } from '@tradepost/service-kit/observability/logging';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import { assertApproved } from '../approval/approval.policy';
import { Archives } from '../archive/archives';
import { CONFIG, type RequestsConfig } from '../config';
import { Grants } from '../grants/grants';
import type { RequestRow } from './request.entity';
import { assertExpiry, assertMayBecome, selectFiles, inOrder } from './request.policy';
import { refOf, senderView } from './request.view';
import { RequestsRepository } from './requests.repository';
import { assertSameSealed } from '../grants/sealed.policy';
import type { StepUpRow } from '../step-up/step-up.entity';
import { isUsable, needsStepUp } from '../step-up/step-up.policy';
import { StepUpRepository } from '../step-up/step-up.repository';
import { TransfersRepository } from '../transfer/transfers.repository';

/** Accepts a request: it becomes a transfer, and the job that builds its archive is enqueued with it. */
@Controller()
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
    { requestId, expiry, fileIds: selected, maxDownloads, ...set }: In<typeof requests.confirm>,
    actor: UserActor,
  ) {
    assertMayDeliver(actor, this.config.KYC_APPROVED_TO_DELIVER);
    const { companyId } = companyOf(actor);
    // read before the request: if another acceptance has just used the step-up, the request is decided as well
    const stepUp = await this.stepUps.newest(requestId, actor.userId);
    const requested = await this.requests.owned(requestId, companyId);
    requireVerifiedStepUp(requested.request, stepUp, actor);
    assertApproved(requested, actor.userId);
    const expiresAt = new Date(expiry);
    assertExpiry(expiresAt, new Date());
    const fileIds = selectFiles(
      requested.files.map(({ fileId }) => fileId),
      selected,
    );
    const current = inOrder(fileIds, (await this.rpc.call(storage.ownFiles, { fileIds }, actor)).files);
    if (current.length === 0) throw new AppError('FILES_GONE');
    const { receiverUserId } = requested.request;
    const grants = await this.grants.ofRequest(
      { requestId, receiverUserId, expiresAt, files: current, set },
      await this.requests.signatureOf(requestId),
      actor,
    );
    // held under the request's id, so that repeated calls hold the same bytes once and the transfer's id stays secret
    const held = await this.rpc.call(
      storage.holdFiles,
      { transferId: requestId, fileIds, until: expiresAt.toISOString() },
      actor,
    );
    const files = inOrder(fileIds, held.files);
    if (files.length === 0) throw new AppError('FILES_GONE');
    assertSameSealed(current, files);

    const accepted = this.db.transaction(async (tx) => {
      const found = await this.requests.lockOwned(tx, requestId, companyId);
      const verified = requireVerifiedStepUp(
        found.request,
        await this.stepUps.newest(requestId, actor.userId, tx),
        actor,
      );
      assertApproved(found, actor.userId);
      if (verified) await this.stepUps.markUsed(tx, verified.id, new Date());
      await this.requests.decide(tx, found.request, 'accepted');
      const transfer = await this.transfers.insert(tx, found.request, files, {
        expiresAt,
        grants,
        maxDownloads: maxDownloads ?? null,
        licences: held.licences.map(({ folderName, terms }) => ({ folderName, terms })),
      });
      await this.archives.enqueue(tx, transfer, companyId);
      const until = expiresAt.toISOString();
      await this.outbox.event(tx, requestEvents.accepted, { ...refOf(found.request, files), expiry: until }, actor);
      const url = transferLink(this.config.ORIGIN, transfer.id, until);
      return { request: senderView({ ...found, transfer }), transfer: { id: transfer.id, url, expiry: until } };
    });
    return accepted.catch(async (error: unknown) => {
      await this.releaseHolds(requestId, actor);
      throw error;
    });
  }

  /** Releases the files of a request that can no longer be accepted. A pending one keeps them, because another acceptance may be running. */
  private async releaseHolds(requestId: string, actor: UserActor): Promise<void> {
    const status = await this.requests.statusOf(requestId);
    if (status === 'pending' || status === 'accepted') return;
    await this.rpc
      .call(storage.releaseFiles, { transferId: requestId }, actor)
      .catch((error) =>
        log.warn(
          { err: error, requestId },
          'could not release the files of a request that was not accepted; they stay held until the expiry',
        ),
      );
  }
}

/** @returns the step-up to use; null where none is needed @throws AppError REQUEST_NOT_PENDING, NOT_VERIFIED */
function requireVerifiedStepUp(request: RequestRow, stepUp: StepUpRow | null, actor: UserActor): StepUpRow | null {
  assertMayBecome(request.status, 'accepted');
  if (!needsStepUp(actor)) return null;
  if (!stepUp || !isUsable(stepUp, actor, new Date())) throw new AppError('NOT_VERIFIED');
  return stepUp;
}
