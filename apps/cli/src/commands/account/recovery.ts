import { keyOfMember } from '@tradepost/client/company/giving';
import { replaceRecovery } from '@tradepost/client/keys/change-keys';
import { KeyLog } from '@tradepost/client/keys/key-log';
import { fetchPasswordKeys } from '@tradepost/client/keys/sign-in';
import { approveWaiting, waitingRecovery } from '@tradepost/client/recovery/approving';
import { finishRecovery, startedRecovery, startRecovery } from '@tradepost/client/recovery/recovering';
import { endShares, ownRecovery, splitAmong } from '@tradepost/client/recovery/shares';
import { routes } from '@tradepost/contracts/routes';
import { isOwner } from '@tradepost/contracts/roles';
import { fingerprint, isFingerprint } from '@tradepost/sealing/keys/bundle';
import type { VerifiedPersonKey } from '@tradepost/sealing/keys/person-key';
import { newRecoveryCode } from '@tradepost/sealing/keys/recovery';
import type { Command } from 'commander';
import { Context } from '../../context';
import { deviceOf } from '../../device';
import { UsageError } from '../../exit';
import { threadWork } from '../../memory/password-thread';
import { memberNamed } from '../company/member-named';
import { requireFingerprint } from '../partners/contacts';
import { confirmSaved } from './key-rotation';

const splitHelp = `
Each member reads the fingerprint with: tradepost keys person
Example, for any two of three members:
  tradepost keys recovery split --threshold 2 bob@example.com=12345… cid@example.com=67890… dan@example.com=24680…

Choose members who do not work together against you: enough of them, with someone who has your mailbox, can open your files. Those who have access to
end-to-end encrypted files can open them without a share. A new set replaces the former one, and new keys (keys rotate) need a new set.`;

/** The owner's company. @throws UsageError for members and API keys */
async function ownCompany(context: Context) {
  if (context.hasKey) throw new UsageError('Sign in for this; an API key cannot do it');
  const { user } = await context.client.send(routes.me, {});
  const { id, email } = await context.person();
  if (user.companyId === null) throw new UsageError('You have no company yet');
  if (!isOwner(user)) throw new UsageError('Only the owner of the company does this');
  return { owner: { id, email }, companyId: user.companyId };
}

const passwordOf = async (context: Context, email: string) =>
  fetchPasswordKeys(context.client, { email, password: await context.password(`Password for ${email}`) });

/** The compared key of a member, from `bob@example.com=12345…`. @throws UsageError */
async function comparedKey({ client }: Context, given: string): Promise<VerifiedPersonKey> {
  const [name, mark] = given.split('=');
  if (!name || !mark) throw new UsageError(`${given} must be an e-mail address, = and the fingerprint of the member`);
  const member = await memberNamed(client, name);
  const key = await keyOfMember(client, member);
  if (!key) throw new UsageError(`${member.email} has no key yet. They create it with: tradepost keys person`);
  requireFingerprint(mark, key, member.email);
  return key;
}

/** The id of the recovery that waits. @throws UsageError */
async function waitingId({ client }: Context): Promise<string> {
  const { request } = await client.send(routes.recovery, {});
  if (!request) throw new UsageError('No recovery waits. The owner starts one: tradepost keys recovery start');
  return request.requestId;
}

function addSet(recovery: Command, signal: AbortSignal): void {
  recovery
    .command('show', { isDefault: true })
    .description('Show which members hold shares, and a recovery that waits.')
    .action(async (_options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      const { set, lost, request } = await client.send(routes.recovery, {});
      if (!set) return out.value({ set: null }, 'No members hold shares that you use or own');
      const approved = new Set(request?.approvedBy);
      out.note(`${set.threshold} of ${set.shares.length} members open the keys together.`);
      if (request) out.note(`A recovery waits until ${request.expiresAt}.`);
      const stateOf = (id: string) => (lost.includes(id) ? 'lost' : approved.has(id) ? 'approved' : 'holds a share');
      out.list(
        set.shares.map(({ memberId, address }) => ({ memberId, email: address, state: stateOf(memberId) })),
        [
          ['EMAIL', ({ email }) => email],
          ['SHARE', ({ state }) => state],
        ],
      );
    });

  recovery
    .command('split')
    .description(
      'Give shares of a recovery secret to members, who open your keys together if you lose the password and the recovery key.',
    )
    .argument('<members...>', '<e-mail address>=<fingerprint> of 2 to 8 members')
    .requiredOption('--threshold <n>', 'members who are needed', Number)
    .addHelpText('after', splitHelp)
    .action(async (members: string[], { threshold }: { threshold: number }, command: Command) => {
      const context = new Context(command, signal);
      const { owner, companyId } = await ownCompany(context);
      const holders: VerifiedPersonKey[] = [];
      for (const one of members) holders.push(await comparedKey(context, one));
      const keyring = await context.keyring();
      const password = await passwordOf(context, owner.email);
      const { shares } = await splitAmong(context.client, keyring, companyId, { holders, threshold }, password);
      const text = `Any ${threshold} of these ${shares.length} members can now open your keys together with you`;
      context.out.value({ threshold, members: shares.map(({ address }) => address) }, text);
    });

  recovery
    .command('end')
    .description('End the shares: they open nothing any more.')
    .action(async (_options: object, command: Command) => {
      const context = new Context(command, signal);
      const { owner } = await ownCompany(context);
      const keyring = await context.keyring();
      await endShares(context.client, keyring, await passwordOf(context, owner.email));
      context.out.value({ ended: true }, 'The shares open nothing any more');
    });
}

function addRequest(recovery: Command, signal: AbortSignal): void {
  recovery
    .command('start')
    .description(
      'Ask the members who hold shares, after you have reset your password. Read the digits to each of them by phone or in person.',
    )
    .action(async (_options: object, command: Command) => {
      const context = new Context(command, signal);
      const { owner, companyId } = await ownCompany(context);
      if (!(await ownRecovery(context.client, owner, companyId)))
        throw new UsageError('No members hold shares. Use your recovery key, or create new keys in the web app');
      const request = await startRecovery(context.client, owner, companyId, await passwordOf(context, owner.email));
      const mark = fingerprint(request);
      context.out.note('They approve with: tradepost keys recovery approve <digits>');
      context.out.note('Write the digits down: you finish with tradepost keys recovery finish <digits>');
      context.out.value({ fingerprint: mark, requestId: request.requestId }, mark);
    });

  recovery
    .command('number')
    .description('Show the digits of the recovery that you have started again, also on another device.')
    .action(async (_options: object, command: Command) => {
      const context = new Context(command, signal);
      const { owner, companyId } = await ownCompany(context);
      await waitingId(context);
      const { kek } = await passwordOf(context, owner.email);
      const request = await startedRecovery(context.client, owner, companyId, { kek });
      const mark = fingerprint(request);
      context.out.value({ fingerprint: mark, requestId: request.requestId }, mark);
    });

  recovery
    .command('approve')
    .description('As a member: give your share for the recovery that the owner has started.')
    .argument(
      '<fingerprint>',
      'what the owner reads to you by phone or in person: 40 digits. Never take it from a mail',
    )
    .action(async (given: string, _options: object, command: Command) => {
      const context = new Context(command, signal);
      const member = await context.member();
      const device = deviceOf(await context.account());
      const keyLog = new KeyLog(context.client, device, threadWork.labelOf);
      const waiting = await waitingRecovery(context.client, member, { device, keyLog });
      if (!waiting) throw new UsageError('No recovery waits for a share of yours');
      if (!isFingerprint(given, waiting.request))
        throw new UsageError(
          'These are not the digits of the recovery that waits. Do not approve it: someone else may have started it. Stop it: tradepost keys recovery stop',
        );
      await approveWaiting(context.client, member, waiting, await passwordOf(context, member.email), device);
      const { address } = waiting.company;
      context.out.value({ owner: address, approved: true }, `You gave your share to ${address}`);
    });

  recovery
    .command('stop')
    .description('Stop the recovery that waits, as the owner or as a member who holds a share.')
    .action(async (_options: object, command: Command) => {
      const context = new Context(command, signal);
      await context.client.send(routes.stopRecovery, { id: await waitingId(context) });
      context.out.value({ stopped: true }, 'The recovery was stopped');
    });

  recovery
    .command('finish')
    .description('Open your keys with the shares of the members who have approved, and save a new recovery key.')
    .argument(
      '<fingerprint>',
      'what you have read to the members, and they have found to match: 40 digits. A server that shows others has made up the keys',
    )
    .action(async (number: string, _options: object, command: Command) => {
      const context = new Context(command, signal);
      const { client, out } = context;
      const { owner, companyId } = await ownCompany(context);
      const requestId = await waitingId(context);
      const password = await passwordOf(context, owner.email);
      const { vault, keys } = await finishRecovery(client, owner, { companyId, requestId, number }, password, {
        contactsOf: (opened) => context.contactsOf(opened),
        onWrong: (addresses) => out.note(`Wrong shares, which were not used: ${addresses.join(', ')}`),
      });
      out.note('Your password opens your keys again. The shares are used up: give new ones with keys recovery split.');
      const recoveryKey = newRecoveryCode();
      await confirmSaved(recoveryKey, context);
      await replaceRecovery(client, owner.id, { epoch: vault.epoch, keys }, password, recoveryKey);
      await client.send(routes.confirmRecovery, { epoch: vault.epoch });
      const mark = fingerprint(vault.own);
      out.value({ fingerprint: mark, epoch: vault.epoch }, `Your fingerprint, as before: ${mark}`);
    });
}

/** Recovery of a company's keys by members who hold shares. */
export function addRecovery(keys: Command, signal: AbortSignal): void {
  const recovery = keys.command('recovery').description('Recover the keys of a company with shares that members hold.');
  addSet(recovery, signal);
  addRequest(recovery, signal);
}
