import { allMembers } from '@tradepost/client/members/all-members';
import { standInOf } from '@tradepost/contracts/absence';
import { routes } from '@tradepost/contracts/routes';
import type { Command } from 'commander';
import { Context } from '../../context';
import { UsageError } from '../../exit';
import { timeText } from '../../output';
import { momentOf } from '../../times';
import { memberNamed } from './member-named';

interface AwayOptions {
  from?: string;
  until?: string;
  delegate?: string;
  end?: true;
}

/** When the person is away from the company, and who stands in. */
export function addAway(program: Command, signal: AbortSignal): void {
  program
    .command('away')
    .description(
      'Show who of your company is away. With --until, say that you are: your delegate is also notified of requests that are assigned to you.',
    )
    .option('--from <time>', 'when it begins: 3d, or a date (default: now)')
    .option('--until <time>', 'when it ends: 14d, or a date')
    .option('--delegate <person>', 'who stands in: e-mail address or id; acts with their own role')
    .option('--end', 'you are back')
    .action(async ({ from, until, delegate, end }: AwayOptions, command: Command) => {
      const { client, out } = new Context(command, signal);
      if (end && (from || until || delegate)) throw new UsageError('--end stands alone');
      if (!until && (from || delegate)) throw new UsageError('Name --until');
      if (end) return out.value(await client.send(routes.endAbsence, {}), 'You are back');
      if (until) {
        const { absence } = await client.send(routes.setAbsence, {
          from: from ? momentOf(from) : new Date().toISOString(),
          until: momentOf(until),
          delegateId: delegate ? (await memberNamed(client, delegate)).id : null,
        });
        return out.value(absence, `Away from ${timeText(absence.from)} until ${timeText(absence.until)} UTC`);
      }
      const people = await allMembers(client);
      const now = new Date();
      const absent = people.flatMap(({ absence, ...person }) => (absence ? { ...person, absence } : []));
      out.list(absent, [
        ['EMAIL', ({ email }) => email],
        ['FROM', ({ absence }) => timeText(absence.from)],
        ['UNTIL', ({ absence }) => timeText(absence.until)],
        ['STANDS IN', (person) => standInOf(person, now)?.email ?? ''],
      ]);
    });
}
