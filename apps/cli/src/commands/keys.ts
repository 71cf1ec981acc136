import { keysOfPassword, makeKeys } from '@tradepost/client/keys';
import { routes } from '@tradepost/contracts/routes';
import { fingerprint, verifyBundle } from '@tradepost/sealing/bundle';
import { newRecoveryCode } from '@tradepost/sealing/recovery';
import type { Command } from 'commander';
import { Context } from '../context';
import { UsageError } from '../exit';

export function addKeys(program: Command, signal: AbortSignal): void {
  const keys = program.command('keys').description('Your keys for end-to-end encryption, and those of your contacts.');

  keys
    .command('show', { isDefault: true })
    .description('The fingerprint of your keys, to read out to others.')
    .action(async (_options: object, command: Command) => {
      const context = new Context(command, signal);
      const { id, email } = await context.person();
      const { keys: stored } = await (context.hasKey ? context.ownKey() : context.client.send(routes.keys, {}));
      if (!stored) throw new UsageError('There are no keys yet. Make them: tradepost keys create');
      const mark = fingerprint(await verifyBundle(id, stored.bundle));
      context.out.value({ email, fingerprint: mark, epoch: stored.bundle.epoch }, mark);
    });

  keys
    .command('create')
    .description(
      'Make your first keys. Prints the recovery key, once: write it down, it opens your files when the password is lost.',
    )
    .action(async (_options: object, command: Command) => {
      const context = new Context(command, signal);
      const { client, out } = context;
      if (context.hasKey) throw new UsageError('Keys are made by who signs in, not by an API key');
      const { id, email } = await context.person();
      if ((await client.send(routes.keys, {})).keys)
        throw new UsageError('There are keys already. New ones are made in the web app, where you see what they cost');
      const recoveryKey = newRecoveryCode();
      const { own } = await makeKeys(
        client,
        id,
        await keysOfPassword(client, { email, password: await context.password(`Password of ${email}`) }),
        recoveryKey,
      );
      out.note('This is your recovery key. It is shown once; keep it away from this machine:');
      out.value({ recoveryKey, fingerprint: fingerprint(own) }, recoveryKey);
    });

  keys
    .command('contact')
    .description(
      'The fingerprint of a contact’s present keys; with one to compare, keys that changed are taken from then on.',
    )
    .argument('<email>', 'of the contact')
    .option('--confirm <fingerprint>', 'what the contact read out to you: 40 digits')
    .action(async (email: string, { confirm }: { confirm?: string }, command: Command) => {
      const context = new Context(command, signal);
      const { client, out } = context;
      const contact = (await client.send(routes.contactKeys, {})).find(
        (one) => one.email.toLowerCase() === email.toLowerCase(),
      );
      if (!contact?.bundle) throw new UsageError(`${email} is no contact of yours with keys`);
      const verified = await verifyBundle(contact.userId, contact.bundle);
      const mark = fingerprint(verified);
      if (confirm !== undefined) {
        if (confirm.replace(/\s/g, '') !== mark.replace(/\s/g, ''))
          throw new UsageError(
            `That is not the fingerprint of ${email}: it is ${mark}. Do not go on before you know why`,
          );
        await (await context.keyring()).contacts.confirm(verified);
      }
      out.value({ email: contact.email, fingerprint: mark, confirmed: confirm !== undefined }, mark);
    });
}
