import { Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import type { AnyCommand } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { admit } from '@tradepost/service-kit/security/access';
import { ApiKeys } from './api-keys';
import { Sessions } from './sessions';

/** Whether a person or program may still do what a call that takes long began with. */
@Injectable()
export class MemberCheck {
  constructor(
    private readonly sessions: Sessions,
    private readonly keys: ApiKeys,
  ) {}

  /** @throws AppError UNAUTHENTICATED once the session, the key or the membership has ended; NOT_ALLOWED if the roles no longer allow it */
  async assertStill(command: AnyCommand, actor: Actor): Promise<void> {
    if (actor.kind !== 'user') return;
    const present = actor.key ? await this.keys.presentActorOf(actor) : await this.sessions.actorOf(actor.sessionId);
    if (!present) throw new AppError('UNAUTHENTICATED');
    admit(command, present);
  }
}
