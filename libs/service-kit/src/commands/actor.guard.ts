import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { actingAs } from '../runtime/context';
import { admit } from '../security/access';
import { ActorClaims } from '../security/actor-claim';
import { CommandOf } from './command';
import type { AdmittedMessage } from './command-message';

/** Verifies the caller and checks that the command's route admits it. */
@Injectable()
export class ActorGuard implements CanActivate {
  constructor(
    private readonly claims: ActorClaims,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const message = context.switchToRpc().getData<AdmittedMessage>();
    message.actor = this.claims.decode(message.claim);
    if (message.actor.kind === 'user') actingAs(message.actor.userId);
    admit(this.reflector.get(CommandOf, context.getHandler()), message.actor);
    return true;
  }
}
