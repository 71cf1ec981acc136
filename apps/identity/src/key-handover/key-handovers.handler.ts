import { Controller } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { handoverMinutes, type KeyHandover } from '@tradepost/contracts/encryption/key-handover';
import { AppError } from '@tradepost/contracts/errors';
import { identity } from '@tradepost/contracts/identity';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { minute } from '@tradepost/service-kit/runtime/durations';
import { assertSso } from '../company-key/company-key.policy';
import { OwnSsoPersonKey } from '../company-key/own-sso-person-key';
import { KeyHandoverNotices } from './key-handover-notices';
import type { KeyHandoverRow } from './key-handover.entity';
import { KeyHandoversRepository } from './key-handovers.repository';

const toView = (
  { requestId, sealedPublic, sessionId, sealed, agent, ip, expiresAt }: KeyHandoverRow,
  actor: UserActor,
): KeyHandover => ({
  requestId,
  sealedPublic,
  startedHere: sessionId === actor.sessionId,
  given: sealed !== null,
  agent,
  ip,
  expiresAt: expiresAt.toISOString(),
});

/** Devices of a person without a password, of which one asks another for the person's key. All that is given is sealed for the one that asks. */
@Controller()
export class KeyHandoversHandler {
  constructor(
    private readonly db: Db,
    private readonly own: OwnSsoPersonKey,
    private readonly repository: KeyHandoversRepository,
    private readonly notices: KeyHandoverNotices,
    private readonly governor: Governor,
  ) {}

  @Handle(identity.keyHandover)
  async keyHandover(_input: In<typeof identity.keyHandover>, actor: UserActor) {
    assertSso(actor);
    const live = await this.repository.liveOf(actor.userId, new Date());
    return { handover: live && toView(live, actor) };
  }

  @Handle(identity.startKeyHandover)
  async start({ requestId, sealedPublic, hpkePublic }: In<typeof identity.startKeyHandover>, actor: UserActor) {
    assertSso(actor);
    const { userId: accountId, sessionId, agent = '', ip } = actor;
    await this.db.transaction((tx) => this.governor.take(tx, [{ limit: 'keyHandovers', key: accountId }]));
    return this.db.transaction(async (tx) => {
      const { key } = await this.own.lockWithoutPassword(tx, actor);
      if (key.hpkePublic !== hpkePublic) throw new AppError('KEYS_STALE');
      const now = new Date();
      const live = await this.repository.liveOf(accountId, now, tx);
      if (live && live.sessionId !== sessionId) throw new AppError('KEY_HANDOVER_PENDING');
      const expiresAt = new Date(now.getTime() + handoverMinutes * minute);
      const row = { accountId, requestId, sessionId, agent, ip, sealedPublic, sealed: null, expiresAt };
      await this.repository.start(tx, row);
      await this.notices.publish(tx, row, 'asked', actor);
      return { handover: toView(row, actor) };
    });
  }

  @Handle(identity.giveKeyHandover)
  give({ id, sealed }: In<typeof identity.giveKeyHandover>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const live = await this.lockLive(tx, id, actor);
      await this.repository.give(tx, actor.userId, sealed);
      if (live.sealed === null) await this.notices.publish(tx, live, 'given', actor);
      return { message: 'Your key was given to the other device' };
    });
  }

  @Handle(identity.takeKeyHandover)
  take({ id }: In<typeof identity.takeKeyHandover>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const live = await this.lockLive(tx, id, actor);
      if (live.sessionId !== actor.sessionId || live.sealed === null) throw new AppError('NOT_FOUND');
      await this.repository.end(tx, actor.userId);
      await this.notices.publish(tx, live, 'taken', actor);
      return { sealed: live.sealed };
    });
  }

  @Handle(identity.stopKeyHandover)
  stop({ id }: In<typeof identity.stopKeyHandover>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const live = await this.lockLive(tx, id, actor);
      await this.repository.end(tx, actor.userId);
      await this.notices.publish(tx, live, 'stopped', actor);
      return { message: 'The other device gets nothing' };
    });
  }

  /** @throws AppError NOT_FOUND also once it has expired, PASSWORD_SIGN_IN_REQUIRED, NOT_ALLOWED */
  private async lockLive(tx: Tx, requestId: string, actor: UserActor): Promise<KeyHandoverRow> {
    await this.own.lockWithoutPassword(tx, actor);
    const live = await this.repository.liveOf(actor.userId, new Date(), tx);
    if (live?.requestId !== requestId) throw new AppError('NOT_FOUND');
    return live;
  }
}
