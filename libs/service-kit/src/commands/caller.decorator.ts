import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import type { AdmittedMessage } from './command-message';

/** The verified caller of a command. */
export const Caller = createParamDecorator(
  (_: unknown, context: ExecutionContext): Actor => context.switchToRpc().getData<AdmittedMessage>().actor,
);
