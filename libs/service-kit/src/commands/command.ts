import { Reflector } from '@nestjs/core';
import type { AnyCommand } from '@tradepost/contracts/define';

/** The command that a handler's method answers. */
export const CommandOf = Reflector.createDecorator<AnyCommand>();
