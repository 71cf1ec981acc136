import type { PipeTransform } from '@nestjs/common';
import type { AnyCommand } from '@tradepost/contracts/define';
import { validate } from '@tradepost/contracts/values/validate';
import { checkSelf } from '../security/access';
import type { AdmittedMessage } from './command-message';

/** Validates the input by the command's schema; fields that name a person must name the caller. */
export class InputPipe implements PipeTransform<AdmittedMessage> {
  constructor(private readonly command: AnyCommand) {}

  async transform({ input: given, actor }: AdmittedMessage): Promise<Record<string, unknown>> {
    const input = (await validate(this.command.input, given)) as Record<string, unknown>;
    checkSelf(this.command, input, actor);
    return input;
  }
}
