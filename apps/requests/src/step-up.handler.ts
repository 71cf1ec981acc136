import { Inject, Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { assertMayDeliver } from '@tradepost/contracts/kyc';
import { sendMail } from '@tradepost/contracts/jobs';
import { requests } from '@tradepost/contracts/requests';
import { Db } from '@tradepost/service-kit/database';
import { Handle } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import { CONFIG, type RequestsConfig } from './config';
import { assertMayBecome, companyOf } from './request.policy';
import { senderView } from './request.view';
import { RequestsRepository } from './requests.repository';
import { StepUpCodes } from './step-up.codes';
import type { StepUpRow } from './step-up.entity';
import { isUnderWay, mayTry, secondsLeft } from './step-up.policy';
import { dayMs, hourMs, StepUpRepository } from './step-up.repository';

const sent = { message: 'A verification code was sent to your email' };

/** The code a sender enters before it may accept. */
@Injectable()
export class StepUpHandler {
  constructor(
    private readonly db: Db,
    private readonly requests: RequestsRepository,
    private readonly stepUps: StepUpRepository,
    private readonly codes: StepUpCodes,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: RequestsConfig,
  ) {}

  @Handle(requests.createCode)
  async createCode({ requestId }: In<typeof requests.createCode>, actor: UserActor) {
    assertMayDeliver(actor, this.config.KYC_APPROVED_TO_DELIVER);
    const { code, codeHash } = await this.codes.make();
    return this.db.transaction(async (tx) => {
      const found = await this.requests.lockOwned(tx, requestId, companyOf(actor));
      assertMayBecome(found.request.status, 'accepted');
      const now = new Date();
      const [oldest, ...others] = await this.stepUps.recent(tx, requestId, actor.userId, now);
      const newest = others.at(-1) ?? oldest;
      if (newest && isUnderWay(newest, actor, now)) return sent;
      if (oldest && others.length + 1 >= this.config.ACCEPT_CODES_PER_HOUR) {
        throw new AppError('TOO_MANY', { retryAfter: secondsLeft(oldest.createdAt, hourMs, now) });
      }
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
    const { request } = await this.requests.owned(id, companyOf(actor));
    const stepUp = await this.takeTry(request.id, actor);
    const right = stepUp && (await this.codes.matches(stepUp.codeHash, code));
    const verified = right && (await this.db.transaction((tx) => this.stepUps.verify(tx, stepUp.id, new Date())));
    if (!verified) throw new AppError('CODE_INVALID');
    return { verified: true as const };
  }

  /** Counts the try before the code is compared, so that parallel guesses cannot exceed the limit. */
  private takeTry(requestId: string, actor: UserActor): Promise<StepUpRow | null> {
    return this.db.transaction(async (tx) => {
      await this.stepUps.lockAccount(tx, actor.userId);
      const now = new Date();
      const { count, since } = await this.stepUps.failures(tx, actor.userId, now);
      if (since && count >= this.config.ACCEPT_CODE_TRIES_PER_DAY) {
        throw new AppError('TOO_MANY', { retryAfter: secondsLeft(since, dayMs, now) });
      }
      const stepUp = await this.stepUps.newest(requestId, actor.userId, tx);
      if (!stepUp || !mayTry(stepUp, actor, now)) return null;
      await this.stepUps.countTry(tx, stepUp.id);
      return stepUp;
    });
  }
}
