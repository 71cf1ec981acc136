import type { INestApplicationContext } from '@nestjs/common';
import { Server } from '@nestjs/microservices';
import type { Actor } from '@tradepost/contracts/actor';
import type { AnyCommand } from '@tradepost/contracts/define';
import type { CommandMessage } from '@tradepost/service-kit/commands/command-message';
import { ActorClaims } from '@tradepost/service-kit/security/actor-claim';

/** Answers a command in place of its service, or of an earlier stub, on the in-process transport of `app`. */
export function stubCommand(
  app: INestApplicationContext,
  { subject }: AnyCommand,
  answer: (message: CommandMessage, actor: Actor) => unknown,
): void {
  const claims = app.get(ActorClaims);
  app
    .get<Server>(Server)
    .addHandler(subject, async (message: CommandMessage) => answer(message, claims.decode(message.claim)));
}
