import { createKeys } from '@tradepost/client/keys/keys';
import { fetchPasswordKeys } from '@tradepost/client/keys/sign-in';
import { routes } from '@tradepost/contracts/routes';
import { fingerprint, verifyBundle } from '@tradepost/sealing/keys/bundle';
import { newRecoveryCode } from '@tradepost/sealing/keys/recovery';
import type { Command } from 'commander';
import { Context } from '../../context';
import { addCompanyKeys } from './company-keys';
import { addKeyAudit } from './key-audit';
import { addKeyRotation } from './key-rotation';
import { addRecovery } from './recovery';
import { UsageError } from '../../exit';

export function addKeys(program: Command, signal: AbortSignal): void {
  const keys = program.command('keys').description('Manage your encryption keys.');

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

  addKeyAudit(keys, signal);
  addCompanyKeys(keys, signal);
  addKeyRotation(keys, signal);
  addRecovery(keys, signal);

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
          'You already have keys. Replace them: tradepost keys rotate; in the web app if you can no longer open them, which shows the files that you would lose',
        );
      const recoveryKey = newRecoveryCode();
      const { own } = await createKeys(
        client,
        { id, email },
        await fetchPasswordKeys(client, { email, password: await context.password(`Password for ${email}`) }),
        recoveryKey,
      );
      out.note('Your recovery key. It is shown only once; store it away from this machine:');
      out.value({ recoveryKey, fingerprint: fingerprint(own) }, recoveryKey);
    });
}
