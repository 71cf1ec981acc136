import { Controller, Inject } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity } from '@tradepost/contracts/identity';
import { assertMayDeliver } from '@tradepost/contracts/kyc';
import { sendMail } from '@tradepost/contracts/jobs';
import { requests } from '@tradepost/contracts/requests';
import { Db } from '@tradepost/service-kit/database/database';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import { PepperedCodes } from '@tradepost/service-kit/security/peppered-codes';
import { v7 as uuidv7 } from 'uuid';
import { assertApproved } from '../approval/approval.policy';
import { CONFIG, type RequestsConfig } from '../config';
import { assertHasKeysOf } from '../grants/sealed.policy';
import { assertMayBecome } from '../request/request.policy';
import { senderView } from '../request/request.view';
import { RequestsRepository } from '../request/requests.repository';
import type { StepUpRow } from './step-up.entity';
import { wasJustMailed, mayTry } from './step-up.policy';
import { StepUpRepository } from './step-up.repository';

const sent = { message: 'A verification code was sent to your email' };

/** What a sender proves before accepting a request: a mailed code, or a passkey in place of it. */
@Controller()
export class StepUpHandler {
  constructor(
    private readonly db: Db,
    private readonly requests: RequestsRepository,
    private readonly stepUps: StepUpRepository,
    private readonly codes: PepperedCodes,
    private readonly governor: Governor,
    private readonly outbox: Outbox,
    private readonly rpc: Rpc,
    @Inject(CONFIG) private readonly config: RequestsConfig,
  ) {}

  @Handle(requests.createCode)
  async createCode({ requestId }: In<typeof requests.createCode>, actor: UserActor) {
    assertMayDeliver(actor, this.config.KYC_APPROVED_TO_DELIVER);
    const { code, codeHash } = await this.codes.create();
    return this.db.transaction(async (tx) => {
      const found = await this.requests.lockOwned(tx, requestId, companyOf(actor).companyId);
      assertMayBecome(found.request.status, 'accepted');
      assertHasKeysOf(found.files, actor);
      assertApproved(found, actor.userId);
      const now = new Date();
      const newest = await this.stepUps.newest(requestId, actor.userId, tx);
      if (newest && wasJustMailed(newest, actor, now)) return sent;
      await this.governor.take(tx, [{ limit: 'acceptCodes', key: `${actor.userId} ${requestId}` }]);
      const { id, expiresAt } = await this.stepUps.insert(tx, requestId, actor, codeHash, now);
      const data = { firstName: actor.firstName, code, companyName: senderView(found).companyName };
      await this.outbox.job(
        tx,
        sendMail,
        { template: 'accept-code', to: actor.email, data },
        { key: `accept-code-${id}`, notAfter: expiresAt },
      );
      return sent;
    });
  }

  @Handle(requests.verifyCode)
  async verifyCode({ id, code }: In<typeof requests.verifyCode>, actor: UserActor) {
    const { request } = await this.requests.owned(id, companyOf(actor).companyId);
    const triedAs = uuidv7();
    const stepUp = await this.takeTry(request.id, actor, triedAs);
    const matches = stepUp && (await this.codes.verify(stepUp.codeHash, code));
    const verified =
      matches &&
      (await this.db.transaction(async (tx) => {
        await this.governor.giveBack(tx, triedAs);
        return this.stepUps.verify(tx, stepUp.id, new Date());
      }));
    if (!verified) throw new AppError('CODE_INVALID');
    return { verified: true as const };
  }

  @Handle(requests.verifyPasskey)
  async verifyPasskey({ id, passkey }: In<typeof requests.verifyPasskey>, actor: UserActor) {
    assertMayDeliver(actor, this.config.KYC_APPROVED_TO_DELIVER);
    const { request } = await this.requests.owned(id, companyOf(actor).companyId);
    assertMayBecome(request.status, 'accepted');
    const { accepted } = await this.rpc.call(identity.acceptPasskey, { requestId: request.id, passkey }, actor);
    if (!accepted) throw new AppError('PASSKEY_INVALID');
    await this.db.transaction((tx) => this.stepUps.insertVerified(tx, request.id, actor, new Date()));
    return { verified: true as const };
  }

  /** Counts the try before the code is compared, so that parallel guesses cannot exceed the limit. @throws AppError TOO_MANY */
  private takeTry(requestId: string, actor: UserActor, triedAs: string): Promise<StepUpRow | null> {
    return this.db.transaction(async (tx) => {
      await this.stepUps.lockAccount(tx, actor.userId);
      const now = new Date();
      await this.governor.take(tx, [{ limit: 'acceptCodeTries', key: actor.userId }], triedAs);
      const stepUp = await this.stepUps.newest(requestId, actor.userId, tx);
      if (!stepUp || !mayTry(stepUp, actor, now)) {
        await this.governor.giveBack(tx, triedAs);
        return null;
      }
      await this.stepUps.countTry(tx, stepUp.id);
      return stepUp;
    });
  }
}
