import type { ApiClient } from '@tradepost/client/api/api-client';
import { routes } from '@tradepost/contracts/routes';
import { memberRoles, type MemberRole } from '@tradepost/contracts/roles';
import { addressKey } from '@tradepost/contracts/values/address';
import { Argument, Option, type Command } from 'commander';
import { Context } from '../../context';
import { UsageError } from '../../exit';
import { inviteListed } from './invite-listed';
import { timeText } from '../../output';

interface InviteOptions {
  role: MemberRole[];
  file?: string;
}

/** The people who work for the company of the session. */
export function addMembers(program: Command, signal: AbortSignal): void {
  const members = program.command('members').description('Manage the people who work for your company.');

  members
    .command('list', { isDefault: true })
    .description('List the owner and the members of your company, with their roles.')
    .action(async (_options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      out.list(await client.send(routes.members, {}), [
        ['ID', ({ id }) => id],
        ['EMAIL', ({ email }) => email],
        ['NAME', ({ firstName, lastName }) => `${firstName} ${lastName}`],
        ['ROLES', ({ roles }) => roles.join(', ')],
        ['SINCE', ({ joinedAt }) => (joinedAt ? timeText(joinedAt) : '')],
      ]);
    });

  members
    .command('invite')
    .description('Invite people to work for your company.')
    .argument('[emails...]')
    .addOption(new Option('--role <roles...>', 'what they may do').choices(memberRoles).default(['auditor']))
    .option('--file <csv>', 'a list: an address in each line, then the roles of this person')
    .addHelpText(
      'after',
      '\nExamples:\n  tradepost members invite bob@example.com --role uploader downloader\n  tradepost members invite --file people.csv',
    )
    .action(async (emails: string[], { role: roles, file }: InviteOptions, command: Command) => {
      const { client, out } = new Context(command, signal);
      if ((file === undefined) === (emails.length === 0)) throw new UsageError('Name either addresses or --file');
      if (file !== undefined) return inviteListed(client, out, { file, roles });
      const { invited } = await client.send(routes.inviteMembers, { emails, roles });
      for (const one of invited) out.value(one, `${one.email}: ${one.status}`);
    });

  members
    .command('roles')
    .description('Give a member other roles, in place of the present ones. They count at once.')
    .argument('<member>', 'e-mail address or id')
    .addArgument(new Argument('<roles...>', 'what the member may do').choices(memberRoles))
    .action(async (member: string, roles: MemberRole[], _options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      const { id, email } = await memberNamed(client, member);
      await client.send(routes.changeMemberRoles, { id, roles });
      out.value({ id, email, roles }, `${email} is now: ${roles.join(', ')}`);
    });

  members
    .command('remove')
    .description('Remove members. They are signed out of your company at once.')
    .argument('<members...>', 'e-mail addresses or ids')
    .action(async (given: string[], _options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      for (const one of given) {
        const { id, email } = await memberNamed(client, one);
        await client.send(routes.removeMember, { id });
        out.value({ id, email }, `Removed ${email}`);
      }
    });
}

/** @throws UsageError */
async function memberNamed(client: ApiClient, given: string) {
  const members = await client.send(routes.members, {});
  const found = members.find(({ id, email }) => id === given || addressKey(email) === addressKey(given));
  if (!found) throw new UsageError(`${given} is not a member of your company`);
  return found;
}
