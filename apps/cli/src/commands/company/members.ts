import type { ApiClient } from '@tradepost/client/api/api-client';
import { allMembers } from '@tradepost/client/members/all-members';
import { giveCompanyKey, keyOfMember, recordMemberEnd } from '@tradepost/client/company/giving';
import { fetchPasswordKeys } from '@tradepost/client/keys/sign-in';
import type { Member } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { memberRoles, roles, type MemberRole, type Role } from '@tradepost/contracts/roles';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import { Argument, Option, type Command } from 'commander';
import { Context } from '../../context';
import { messageOf, UsageError } from '../../exit';
import { addHandover } from './handover';
import { inviteListed } from './invite-listed';
import { memberNamed } from './member-named';
import { timeText } from '../../output';
import { requireFingerprint } from '../partners/contacts';

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
    .option('--search <text>', 'only people with this text in the name or address')
    .addOption(new Option('--role <role>', 'only people with this role').choices(roles))
    .action(async ({ search: q, role }: { search?: string; role?: Role }, command: Command) => {
      const { client, out } = new Context(command, signal);
      out.list(await allMembers(client, { ...(q && { q }), ...(role && { role }) }), [
        ['ID', ({ id }) => id],
        ['EMAIL', ({ email }) => email],
        ['NAME', ({ firstName, lastName }) => `${firstName} ${lastName}`],
        ['ROLES', ({ roles }) => roles.join(', ')],
        ['SINCE', ({ joinedAt }) => (joinedAt ? timeText(joinedAt) : '')],
        ['ENCRYPTED FILES', ({ hasKeys }) => (hasKeys ? 'access' : 'no access')],
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
      const context = new Context(command, signal);
      const { client, out } = context;
      for (const one of given) {
        const { id, email, hasKeys } = await memberNamed(client, one);
        await recordEnd(context, id, hasKeys);
        await client.send(routes.removeMember, { id });
        out.value({ id, email }, `Removed ${email}`);
        if (hasKeys) out.note(leaverText(email));
      }
    });

  members
    .command('fingerprint')
    .description('Show the fingerprint of a member’s key, to compare by phone or in person before you give access.')
    .argument('<member>', 'e-mail address or id')
    .action(async (member: string, _options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      const found = await memberNamed(client, member);
      const mark = fingerprint(await keyOf(client, found));
      out.value({ email: found.email, fingerprint: mark }, mark);
    });

  members
    .command('give-access')
    .description('Give a member access to end-to-end encrypted files, after comparing the fingerprint of their key.')
    .argument('<member>', 'e-mail address or id')
    .argument('<fingerprint>', 'what the member reads to you: 40 digits')
    .addHelpText(
      'after',
      '\nThe member reads it with: tradepost keys person\nAccess covers all files of the company that the roles of the member allow, also earlier ones.',
    )
    .action(async (member: string, given: string, _options: object, command: Command) => {
      const context = new Context(command, signal);
      const { client, out } = context;
      const found = await memberNamed(client, member);
      const { id, email } = found;
      const key = await keyOf(client, found);
      requireFingerprint(given, key, email);
      const { user } = await client.send(routes.me, {});
      if (user.companyId === null) throw new UsageError('You have no company yet');
      const keyring = await context.keyring();
      const password = await fetchPasswordKeys(client, { email: user.email, password: await context.password() });
      await giveCompanyKey(client, keyring, user.companyId, key, password);
      out.value({ id, email, access: true }, `${email} can now work with end-to-end encrypted files`);
    });

  members
    .command('end-access')
    .description('Take the access to end-to-end encrypted files from a member, who stays a member.')
    .argument('<member>', 'e-mail address or id')
    .action(async (member: string, _options: object, command: Command) => {
      const context = new Context(command, signal);
      const { id, email, hasKeys } = await memberNamed(context.client, member);
      await recordEnd(context, id, hasKeys);
      await context.client.send(routes.endCompanyKey, { id });
      context.out.value({ id, email, access: false }, `${email} no longer has access to end-to-end encrypted files`);
      if (hasKeys) context.out.note(leaverText(email));
    });

  addHandover(members, signal);
}

const leaverText = (email: string) =>
  `${email} may still have the company’s key and what they have downloaded, but gets no more files from the server. To lock them out of what is encrypted from now on, also if the server is dishonest: tradepost keys rotate`;

/** Records in the ledger that a member no longer has the keys. Taking them never waits for it. */
async function recordEnd(context: Context, memberId: string, hasKeys: boolean): Promise<void> {
  if (!hasKeys) return;
  try {
    const keyring = await context.keyringToRecord();
    if (keyring) await recordMemberEnd(keyring.contacts.ledger, memberId);
  } catch (error) {
    context.signal.throwIfAborted();
    context.out.note(`tradepost: this is not recorded in the ledger: ${messageOf(error)}`);
  }
}

/** @throws UsageError */
async function keyOf(client: ApiClient, member: Member) {
  const key = await keyOfMember(client, member);
  if (!key) throw new UsageError(`${member.email} has no key yet: ask them to run: tradepost keys person`);
  return key;
}
