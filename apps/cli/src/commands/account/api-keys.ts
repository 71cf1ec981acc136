import { createApiKey } from '@tradepost/client/keys/keys';
import { fetchPasswordKeys } from '@tradepost/client/keys/sign-in';
import { keyScopes, type ProgramScope } from '@tradepost/contracts/actor';
import { acceptAllowance, maxApiKeyDays } from '@tradepost/contracts/api-keys';
import { routes } from '@tradepost/contracts/routes';
import { Option, type Command } from 'commander';
import { Context } from '../../context';
import { UsageError } from '../../exit';
import { timeText } from '../../output';

interface CreateOptions {
  scope: ProgramScope[];
  days: string;
  from?: string[];
  acceptWithoutCode?: boolean;
}

export function addApiKeys(program: Command, signal: AbortSignal): void {
  const apiKeys = program.command('api-keys').description('Manage API keys. Programs use them to sign in.');

  apiKeys
    .command('list', { isDefault: true })
    .description('List the API keys of your company.')
    .action(async (_options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      out.list(await client.send(routes.apiKeys, {}), [
        ['ID', ({ id }) => id],
        ['BEGINS WITH', ({ prefix }) => prefix],
        ['SCOPES', ({ scopes }) => scopes.join(', ')],
        ['EXPIRES', ({ expiresAt, revokedAt }) => (revokedAt ? 'revoked' : timeText(expiresAt))],
        ['LAST USED', ({ lastUsedAt }) => timeText(lastUsedAt) || 'never'],
        ['NAME', ({ name }) => name],
      ]);
    });

  apiKeys
    .command('create')
    .summary('create an API key')
    .description(
      'Create an API key, with a sealing key if you own the company and have encryption keys. Both are shown only once. Asks for your password.',
    )
    .argument('<name>')
    .addOption(new Option('--scope <scopes...>', 'what it may do').choices([...keyScopes]).makeOptionMandatory())
    .option('--days <n>', `days until it expires, 1 to ${maxApiKeyDays}`, '90')
    .option('--from <addresses...>', 'IP addresses or ranges that it may be used from (default: any)')
    .option('--accept-without-code', 'let it accept requests without a mailed code')
    .addHelpText('after', '\nExample:\n  tradepost api-keys create Nightly --scope read upload --from 192.0.2.0/24')
    .action(async (name: string, options: CreateOptions, command: Command) => {
      const context = new Context(command, signal);
      const { client, out } = context;
      if (context.hasKey) throw new UsageError('Sign in to create API keys; an API key cannot create them');
      const { email } = await context.person();
      const password = await fetchPasswordKeys(client, {
        email,
        password: await context.password(`Password for ${email}`),
      });
      const { key, sealingKey, apiKey } = await createApiKey(client, password, {
        name,
        scopes: options.scope,
        expiresInDays: daysOf(options.days),
        addresses: options.from ?? [],
        ...(options.acceptWithoutCode && { allowance: acceptAllowance }),
      });
      out.note('They are shown only once; store them where only the program can read them:');
      out.value(
        { key, sealingKey, apiKey },
        [`TRADEPOST_KEY=${key}`, ...(sealingKey ? [`TRADEPOST_SEALING_KEY=${sealingKey}`] : [])].join(' '),
      );
    });

  apiKeys
    .command('revoke')
    .description('Revoke API keys at once and permanently.')
    .argument('<keys...>', 'ids')
    .action(async (ids: string[], _options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      for (const id of ids) {
        await client.send(routes.revokeApiKey, { id });
        out.value({ id, revoked: true }, `Revoked ${id}`);
      }
    });
}

/** The server checks the range. @throws UsageError */
function daysOf(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new UsageError(`--days must be a whole number from 1 to ${maxApiKeyDays}`);
  return Number(text);
}
