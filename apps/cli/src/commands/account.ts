import { ApiClient } from '@tradepost/client/api-client';
import { ApiError } from '@tradepost/client/api-error';
import { signIn, type Credentials } from '@tradepost/client/keys';
import { looksLikeApiKey } from '@tradepost/contracts/api-keys';
import { routes } from '@tradepost/contracts/routes';
import type { Command } from 'commander';
import { ask } from '../ask';
import { Context } from '../context';
import { UsageError } from '../exit';
import { sizeText, timeText } from '../output';
import { forgetSession, readSession, saveSession } from '../session';

interface LoginOptions {
  email?: string;
  portal: string;
  code?: string;
  key?: string | true;
}

export function addAccount(program: Command, signal: AbortSignal): void {
  program
    .command('login')
    .summary('sign in, and stay so on this machine')
    .description(
      'Sign in. The password is typed without echo, piped in, or taken from TRADEPOST_PASSWORD; it is never sent, only a proof of it. The session is kept in a file that only you can read; what opens sealed files is not kept. Programs better use an API key: TRADEPOST_KEY, or --key.',
    )
    .option('--email <address>', 'or TRADEPOST_EMAIL; asked for otherwise')
    .option('--portal <portal>', 'sender (also for administrators) or receiver', 'sender')
    .option('--code <code>', 'of your authenticator app; asked for where it is needed')
    .option('--key [key]', 'keep this API key instead; without a value it is asked for')
    .addHelpText(
      'after',
      '\nExamples:\n  tradepost login --origin https://tradepost.example --email ann@example.com\n  tradepost login --portal receiver < password.txt\n  tradepost login --key',
    )
    .action(async (options: LoginOptions, command: Command) => login(new Context(command, signal), options));

  program
    .command('logout')
    .description('End the session here and at the server. An API key is only forgotten here.')
    .action(async (_options: object, command: Command) => logout(new Context(command, signal)));

  program
    .command('whoami')
    .description('Who is signed in, and where.')
    .action(async (_options: object, command: Command) => {
      const context = new Context(command, signal);
      const { client, out } = context;
      if (context.hasKey) return whoseKey(context);
      const { user } = await client.send(routes.me, {});
      out.value(
        { origin: client.origin, ...user },
        `${user.email}, ${user.userType}${user.companyName ? ` of ${user.companyName}` : ''}, at ${client.origin} (${sizeText(user.totalStorage)} of storage)`,
      );
    });
}

async function login(context: Context, { email: given, portal, code, key }: LoginOptions): Promise<void> {
  const { out, signal } = context;
  if (portal !== 'sender' && portal !== 'receiver') throw new UsageError('--portal is sender or receiver');
  const saved = readSession();
  const origin = context.origin(saved);
  if (key) return keepKey(context, origin, key);
  const email =
    given ??
    (process.env.TRADEPOST_EMAIL || undefined) ??
    (await ask('E-mail', { secret: false, instead: 'give --email, or set TRADEPOST_EMAIL', signal }));
  const client = context.newClient(origin);
  const credentials = { email, password: await context.password(), portal, code } as const;
  const { user } = await signedIn(context, client, credentials);
  saveSession({ origin, token: client.token ?? '', user: { id: user.id, email: user.email, userType: user.userType } });
  const { keys } = await client.send(routes.keys, {});
  out.value(
    { origin, email: user.email, userType: user.userType, hasKeys: keys !== null },
    `Signed in as ${user.email} at ${origin}`,
  );
  if (!keys) out.note('You have no keys for end-to-end encryption yet. Make them: tradepost keys create');
}

/** Asks for the code of an authenticator app where the account wants one. */
async function signedIn({ signal }: Context, client: ApiClient, credentials: Credentials) {
  try {
    return await signIn(client, credentials);
  } catch (error) {
    if (credentials.code || !(error instanceof ApiError && error.code === 'TOTP_REQUIRED')) throw error;
    const code = await ask('Code of your authenticator app', { secret: false, instead: 'give --code', signal });
    return signIn(client, { ...credentials, code });
  }
}

async function keepKey(context: Context, origin: string, given: string | true): Promise<void> {
  const key =
    given === true
      ? await ask('API key', {
          secret: true,
          instead: 'give --key, or set TRADEPOST_KEY for each command',
          signal: context.signal,
        })
      : given;
  if (!looksLikeApiKey(key)) throw new UsageError('An API key begins with tp_');
  const { owner, apiKey } = await context.newClient(origin, key).send(routes.ownKey, {});
  saveSession({ origin, token: key, user: { id: owner.id, email: owner.email, userType: owner.userType } });
  context.out.value(
    { origin, key: key.slice(0, 11), name: apiKey.name, email: owner.email },
    `The key ${apiKey.name} of ${owner.email} is kept for ${origin}`,
  );
}

async function whoseKey(context: Context): Promise<void> {
  const { client, out } = context;
  const { owner, apiKey } = await context.ownKey();
  const { name, scopes, expiresAt, sealing, allowance } = apiKey;
  const seals = {
    none: 'without a sealing key',
    live: 'with a sealing key',
    outdated: 'whose sealing key opens nothing any more',
  }[sealing];
  out.value(
    { origin: client.origin, ...owner, apiKey },
    `Key ${name} (${scopes.join(', ')}${allowance ? ' without a code' : ''}; ${seals}; ends ${timeText(expiresAt)} UTC) of ${owner.email}, ${owner.userType} of ${owner.companyName}, at ${client.origin}`,
  );
}

async function logout(context: Context): Promise<void> {
  const session = readSession();
  if (session && !looksLikeApiKey(session.token)) {
    // ended already is what was asked for
    await context
      .newClient(session.origin, session.token)
      .send(routes.logout, {})
      .catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 401)) throw error;
      });
  }
  forgetSession();
  context.out.value(
    { signedOut: session !== undefined },
    session ? `Signed out of ${session.origin}` : 'Nobody was signed in',
  );
}
