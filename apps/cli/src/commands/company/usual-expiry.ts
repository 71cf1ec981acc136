import { usualExpiries, type UsualExpiry } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { Argument, type Command } from 'commander';
import { Context } from '../../context';

/** What the web app preselects when the company accepts a request or sends files. */
export function addUsualExpiry(program: Command, signal: AbortSignal): void {
  program
    .command('usual-expiry')
    .description(
      'Show which expiry the web app preselects for your company, or choose it: tomorrow, in 7 or 30 days, or the last day of the month. `accept` uses --expires.',
    )
    .addArgument(new Argument('[end]', 'what to preselect').choices(usualExpiries))
    .action(async (end: UsualExpiry | undefined, _options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      const { company } = end
        ? await client.send(routes.setUsualExpiry, { usualExpiry: end })
        : await client.send(routes.me, {});
      const usualExpiry = company?.usualExpiry ?? 'ask';
      out.value({ usualExpiry }, `Usual expiry: ${usualExpiry}`);
    });
}
