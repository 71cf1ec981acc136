import { createKeys } from '@tradepost/client/keys';
import { fetchPasswordKeys } from '@tradepost/client/sign-in';
import { routes } from '@tradepost/contracts/routes';
import { sameAddress } from '@tradepost/contracts/values/address';
import { fingerprint, verifyBundle } from '@tradepost/sealing/keys/bundle';
import { newRecoveryCode } from '@tradepost/sealing/keys/recovery';
import type { Command } from 'commander';
import { Context } from '../context';
import { UsageError } from '../exit';

export function addKeys(program: Command, signal: AbortSignal): void {
  const keys = program.command('keys').description('Manage your encryption keys and verify those of contacts.');

  keys
    .command('show', { isDefault: true })
    .description('Show the fingerprint of your keys, to compare with contacts.')
    .action(async (_options: object, command: Command) => {
      const context = new Context(command, signal);
      const { id, email } = await context.person();
      const { keys: stored } = await (context.hasKey ? context.ownKey() : context.client.send(routes.keys, {}));
      if (!stored) throw new UsageError('You have no encryption keys yet. Create them: tradepost keys create');
      const mark = fingerprint(await verifyBundle(id, stored.bundle));
      context.out.value({ email, fingerprint: mark, epoch: stored.bundle.epoch }, mark);
    });

  keys
    .command('create')
    .description(
      'Create your first keys. Prints the recovery key once. Save it: it opens your files if you lose the password.',
    )
    .action(async (_options: object, command: Command) => {
      const context = new Context(command, signal);
      const { client, out } = context;
      if (context.hasKey) throw new UsageError('Sign in to create keys; an API key cannot create them');
      const { id, email } = await context.person();
      if ((await client.send(routes.keys, {})).keys)
        throw new UsageError(
          'You already have keys. Replace them in the web app, which shows the files that you would lose',
        );
      const recoveryKey = newRecoveryCode();
      const { own } = await createKeys(
        client,
        id,
        await fetchPasswordKeys(client, { email, password: await context.password(`Password for ${email}`) }),
        recoveryKey,
      );
      out.note('Your recovery key. It is shown only once; store it away from this machine:');
      out.value({ recoveryKey, fingerprint: fingerprint(own) }, recoveryKey);
    });

  keys
    .command('contact')
    .description('Show the fingerprint of a contact’s current keys. With --confirm, accept changed keys.')
    .argument('<email>', 'e-mail address of the contact')
    .option('--confirm <fingerprint>', 'the fingerprint from the contact: 40 digits')
    .action(async (email: string, { confirm }: { confirm?: string }, command: Command) => {
      const context = new Context(command, signal);
      const { client, out } = context;
      const contact = (await client.send(routes.contactKeys, {})).find((one) => sameAddress(one.email, email));
      if (!contact?.bundle) throw new UsageError(`${email} is not a contact with encryption keys`);
      const verified = await verifyBundle(contact.userId, contact.bundle);
      const mark = fingerprint(verified);
      if (confirm !== undefined) {
        if (confirm.replace(/\s/g, '') !== mark.replace(/\s/g, ''))
          throw new UsageError(
            `The fingerprint does not match. The current one of ${email} is ${mark}. Find out why before you continue`,
          );
        await (await context.keyring()).contacts.confirm(verified);
      }
      out.value({ email: contact.email, fingerprint: mark, confirmed: confirm !== undefined }, mark);
    });
}
