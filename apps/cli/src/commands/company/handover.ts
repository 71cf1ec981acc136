import { acceptHandover, handoverTo, startHandover } from '@tradepost/client/company/handover';
import type { PasswordKeys } from '@tradepost/client/keys/passwords';
import { fetchPasswordKeys, newPasswordKeys } from '@tradepost/client/keys/sign-in';
import { newPassword, type Handover } from '@tradepost/contracts/identity';
import { AppError } from '@tradepost/contracts/errors';
import { routes } from '@tradepost/contracts/routes';
import { weaknessOf } from '@tradepost/reference/weak-passwords';
import { newRecoveryCode } from '@tradepost/sealing/keys/recovery';
import type { Command } from 'commander';
import { ask } from '../../ask';
import { Context } from '../../context';
import { messageOf, UsageError } from '../../exit';
import { timeText } from '../../output';
import { confirmSaved } from '../account/key-rotation';
import { memberNamed } from './member-named';

const consequences = `The new owner gets the account of the company. Its address and keys stay, because partners know them, but only the new owner signs in with it, and gets
its mail. The password, passkeys, sessions and API keys of the owner until then end. To stay in the company, join it with another address first.`;

const lineOf = ({ to, expiresAt }: Handover) => `${to.email} can take over the company until ${timeText(expiresAt)}`;

/** Handing a company over as its owner, and taking it over as a co-owner. */
export function addHandover(members: Command, signal: AbortSignal): void {
  members
    .command('hand-over')
    .description('Hand your company over to a co-owner who has access to end-to-end encrypted files.')
    .argument('<member>', 'e-mail address or id')
    .option('--send-code', 'only mail a verification code to you')
    .option('--code <code>', 'the mailed verification code')
    .addHelpText('after', `\n${consequences}`)
    .action(async (given: string, { code, sendCode }: { code?: string; sendCode?: boolean }, command: Command) => {
      const context = new Context(command, signal);
      const { client, out } = context;
      const { id, email } = await memberNamed(client, given);
      if (sendCode) {
        await client.send(routes.sendHandoverCode, {});
        return out.value({ codeSent: true }, 'A verification code was mailed to you');
      }
      out.note(consequences);
      const keyring = await context.keyring();
      const own = { email: (await context.person()).email, password: await context.password() };
      const password = await fetchPasswordKeys(client, own);
      const typed = code ?? (await mailedCode(context));
      const handover = await startHandover(client, keyring, id, password, typed);
      out.value({ id, email, expiresAt: handover.expiresAt }, lineOf(handover));
    });

  members
    .command('handover')
    .description('Show who can take your company over.')
    .option('--stop', 'withdraw it as the owner, or decline it as the co-owner')
    .action(async ({ stop }: { stop?: boolean }, command: Command) => {
      const { client, out } = new Context(command, signal);
      if (stop) {
        const { message } = await client.send(routes.cancelHandover, {});
        return out.value({ handover: null }, message);
      }
      const { handover } = await client.send(routes.handover, {});
      out.value({ handover }, handover ? lineOf(handover) : 'The company is not handed over');
    });

  members
    .command('take-over')
    .description('Become the owner of the company that you act for, after its owner has handed it over to you.')
    .addHelpText(
      'after',
      '\nYou type a new password for the account of the company, and save a new recovery key. Sign in with the address of the company afterwards, and create new keys: tradepost keys rotate',
    )
    .action(async (_options: object, command: Command) => {
      const context = new Context(command, signal);
      const { client, out } = context;
      const member = await context.member();
      const keyring = await context.keyring();
      const { email } = await handoverTo(client, member, keyring);
      const own = await fetchPasswordKeys(client, { email: member.email, password: await context.password() });
      const next = await newKeysOf(email, own, context);
      const recoveryKey = newRecoveryCode();
      await confirmSaved(recoveryKey, context);
      await acceptHandover(client, member, keyring, own, next, { code: recoveryKey, isSaved: true });
      out.value({ email }, `You are the owner of the company now. Sign in: tradepost login ${email}`);
      out.note('The former owner knows the present keys of the company. Create new ones: tradepost keys rotate');
    });
}

async function mailedCode({ client, out, signal }: Context): Promise<string> {
  await client.send(routes.sendHandoverCode, {});
  out.note('A verification code was mailed to you.');
  return (await ask('Verification code', { secret: false, instead: 'type it, or use --code', signal })).trim();
}

/** Of a password that the person types. The server never sees it, so it is checked here. @throws UsageError for a weak one */
async function newKeysOf(email: string, { serverKey }: PasswordKeys, { client, signal }: Context) {
  const password = await ask(`New password for ${email}`, { secret: true, instead: 'type it', signal });
  try {
    newPassword.validateSync(password);
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
  const weakness = weaknessOf(password, email);
  if (weakness) throw new UsageError(new AppError(weakness).message);
  return newPasswordKeys(client, { email, password }, serverKey);
}
