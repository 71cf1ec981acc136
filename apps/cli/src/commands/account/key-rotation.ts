import { allMembers } from '@tradepost/client/members/all-members';
import { keyHolders, type KeyHolder } from '@tradepost/client/company/remaining';
import { rotateKeys } from '@tradepost/client/keys/rotate-keys';
import { fetchPasswordKeys } from '@tradepost/client/keys/sign-in';
import { routes } from '@tradepost/contracts/routes';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import { isRecoveryGroup, newRecoveryCode } from '@tradepost/sealing/keys/recovery';
import type { Command } from 'commander';
import { ask } from '../../ask';
import { Context } from '../../context';
import { UsageError } from '../../exit';
import { memberNamed } from '../company/member-named';

const consequences = `New keys lock out everyone who knows the present ones, such as members who have left, also if the server is dishonest.
They may still have the present keys, and with them everything that was encrypted until now; not what is encrypted from now on.
- You and the members below open earlier and new files. All of them, and you on other devices, sign in again; members compare your new fingerprint.
- Partners see that your fingerprint has changed, and compare it before they exchange files with you again. They sign pending requests again, and
  request transfers again that they have not downloaded by then.
- Passkeys no longer open your keys, and API keys need new sealing keys: add the passkeys and create the API keys again. Stop running programs first.`;

/** Asks until the person has saved the recovery key, or gives up. @throws UsageError */
export async function confirmSaved(recoveryKey: string, { out, signal }: Context): Promise<void> {
  out.note('Your new recovery key. It is shown only once; store it away from this machine:');
  out.note(recoveryKey);
  const index = crypto.getRandomValues(new Uint8Array(1))[0]! % 8;
  const instead = 'save the recovery key, and type the group from where you saved it';
  const typed = await ask(`Group ${index + 1} of the recovery key`, { secret: false, instead, signal });
  if (!isRecoveryGroup(recoveryKey, index, typed)) throw new UsageError('This is not that group. Nothing was changed');
}

/** The members who keep access. @throws UsageError for someone who is no member */
async function remainingOf(context: Context, ledger: Parameters<typeof keyHolders>[1], without: string[]) {
  const { client } = context;
  const { user } = await client.send(routes.me, {});
  if (user.companyId === null) return null;
  const dropped = new Set<string>();
  for (const one of without) dropped.add((await memberNamed(client, one)).id);
  const holders = await keyHolders(client, ledger, await allMembers(client, { may: 'keys' }));
  return { companyId: user.companyId, holders: holders.filter(({ member }) => !dropped.has(member.id)) };
}

const lineOf = ({ member: { email }, key }: KeyHolder) =>
  `- ${email}: ${key ? 'keeps access' : 'has another key by now; give access again afterwards'}`;

export function addKeyRotation(keys: Command, signal: AbortSignal): void {
  keys
    .command('rotate')
    .description(
      'Create new keys that still open what was encrypted for the present ones, for example after a member has left.',
    )
    .option('--without <members...>', 'members who do not get the new keys, by e-mail address or id')
    .addHelpText('after', `\n${consequences}`)
    .action(async ({ without = [] }: { without?: string[] }, command: Command) => {
      const context = new Context(command, signal);
      const { client, out } = context;
      if (context.hasKey) throw new UsageError('Sign in to create new keys; an API key cannot create them');
      const { id, email } = await context.person();
      const stored = await client.send(routes.keys, {});
      if (!stored.keys) throw new UsageError('You have no encryption keys yet. Create them: tradepost keys create');
      const keyring = await context.keyring();
      if (keyring.vault.userId !== id) throw new UsageError('Only the owner creates new keys of a company');
      const remaining = await remainingOf(context, keyring.contacts.ledger, without);
      out.note(consequences);
      for (const holder of remaining?.holders ?? []) out.note(lineOf(holder));
      const recoveryKey = newRecoveryCode();
      await confirmSaved(recoveryKey, context);
      const { vault } = await rotateKeys(
        client,
        { id, email },
        keyring,
        { epoch: stored.epoch, keys: stored.keys },
        remaining && { companyId: remaining.companyId, keys: remaining.holders.flatMap(({ key }) => key ?? []) },
        await fetchPasswordKeys(client, { email, password: await context.password() }),
        recoveryKey,
      );
      await client.send(routes.confirmRecovery, { epoch: vault.epoch });
      // starts the ledger of the new keys, which members need
      await (await context.contactsOf(vault)).auditOwn();
      const mark = fingerprint(vault.own);
      out.value({ fingerprint: mark, epoch: vault.epoch }, `Your new fingerprint: ${mark}`);
    });
}
