import { ApiClient } from '@tradepost/client/api/api-client';
import { ApiError } from '@tradepost/client/api/api-error';
import { signIn, type Credentials } from '@tradepost/client/keys/sign-in';
import { looksLikeApiKey } from '@tradepost/contracts/api-keys';
import { isOwner } from '@tradepost/contracts/roles';
import { routes } from '@tradepost/contracts/routes';
import { Option, type Command } from 'commander';
import { ask } from '../../ask';
import { Context } from '../../context';
import { hasOwnKeys } from '../../device';
import { UsageError } from '../../exit';
import { sizeText, timeText } from '../../output';
import { deleteSession, readSession, saveSession, sessionPerson } from '../../session';

interface LoginOptions {
  email?: string;
  portal?: 'sender' | 'receiver';
  code?: string;
  key?: string | true;
}

export function addAccount(program: Command, signal: AbortSignal): void {
  program
    .command('login')
    .summary('sign in on this machine')
    .description(
      'Sign in. Type the password (without echo), pipe it in, or set TRADEPOST_PASSWORD. The password itself is never sent. The session is saved in a file that only you can read; keys that open sealed files are not saved. For scripts use an API key: TRADEPOST_KEY, or --key.',
    )
    .option('--email <address>', 'e-mail address (default: TRADEPOST_EMAIL, else a prompt)')
    .addOption(
      new Option(
        '--portal <portal>',
        'sender (also for administrators) or receiver (default: where the account belongs)',
      ).choices(['sender', 'receiver']),
    )
    .option('--code <code>', 'code from your authenticator app (default: a prompt if required)')
    .option('--key [key]', 'save this API key instead; without a value: a prompt')
    .addHelpText(
      'after',
      '\nExamples:\n  tradepost login --origin https://tradepost.example --email ann@example.com\n  tradepost login < password.txt\n  tradepost login --key',
    )
    .action(async (options: LoginOptions, command: Command) => login(new Context(command, signal), options));

  program
    .command('logout')
    .description(
      'Sign out: end the session on the server and delete it here. An API key is only deleted here, not revoked.',
    )
    .action(async (_options: object, command: Command) => logout(new Context(command, signal)));

  program
    .command('whoami')
    .description('Show the signed-in user and the server.')
    .action(async (_options: object, command: Command) => {
      const context = new Context(command, signal);
      const { client, out } = context;
      if (context.hasKey) return showKey(context);
      const { user } = await client.send(routes.me, {});
      out.value(
        { origin: client.origin, ...user },
        `${user.email}, ${user.userType}${user.companyName ? ` of ${user.companyName}` : ''}, at ${client.origin} (${sizeText(user.totalStorage)} of storage)`,
      );
    });
}

async function login(context: Context, { email: given, portal, code, key }: LoginOptions): Promise<void> {
  const { out, signal } = context;
  const saved = readSession();
  const origin = context.origin(saved);
  if (key) return saveKey(context, origin, key);
  const email =
    given ??
    (process.env.TRADEPOST_EMAIL || undefined) ??
    (await ask('E-mail', { secret: false, instead: 'use --email, or set TRADEPOST_EMAIL', signal }));
  const client = context.newClient(origin);
  const credentials = { email, password: await context.password(), portal, code };
  const { user } = await signInWithCode(context, client, credentials);
  const isMember = !isOwner(user);
  const isRecorded = await hasOwnKeys(origin, email);
  saveSession({ origin, token: client.token ?? '', user: sessionPerson(user, isMember && !isRecorded) });
  const { keys } = await client.send(routes.keys, {});
  const company = isMember ? `, for ${user.companyName ?? 'a company'} (${user.roles.join(', ')})` : '';
  out.value(
    { origin, email: user.email, userType: user.userType, hasKeys: keys !== null },
    `Signed in as ${user.email} at ${origin}${company}`,
  );
  if (isMember && isRecorded)
    out.note(
      'The server says that you are a member of this company. This machine has opened keys of your own, so commands write into your record as before. To act for the company as a member, choose it: tradepost companies --company <company>',
    );
  if (!keys) out.note('You have no encryption keys yet. Create them: tradepost keys create');
}

/** Signs in; asks for the code from an authenticator app if the account requires one. */
async function signInWithCode({ signal }: Context, client: ApiClient, credentials: Credentials) {
  try {
    return await signIn(client, credentials);
  } catch (error) {
    if (credentials.code || !(error instanceof ApiError && error.code === 'TOTP_REQUIRED')) throw error;
    const code = await ask('Code from your authenticator app', { secret: false, instead: 'use --code', signal });
    return signIn(client, { ...credentials, code });
  }
}

async function saveKey(context: Context, origin: string, given: string | true): Promise<void> {
  const key =
    given === true
      ? await ask('API key', {
          secret: true,
          instead: 'use --key, or set TRADEPOST_KEY for each command',
          signal: context.signal,
        })
      : given;
  if (!looksLikeApiKey(key)) throw new UsageError('An API key begins with tp_');
  const { owner, apiKey } = await context.newClient(origin, key).send(routes.ownKey, {});
  saveSession({ origin, token: key, user: { id: owner.id, email: owner.email, userType: owner.userType } });
  context.out.value(
    { origin, key: key.slice(0, 11), name: apiKey.name, email: owner.email },
    `Saved the API key ${apiKey.name} of ${owner.email} for ${origin}`,
  );
}

async function showKey(context: Context): Promise<void> {
  const { client, out } = context;
  const { owner, apiKey } = await context.ownKey();
  const { name, scopes, expiresAt, sealing, allowance } = apiKey;
  const seals = {
    none: 'without a sealing key',
    live: 'with a sealing key',
    outdated: 'with an outdated sealing key',
  }[sealing];
  out.value(
    { origin: client.origin, ...owner, apiKey },
    `Key ${name} (${scopes.join(', ')}${allowance ? ' without a code' : ''}; ${seals}; expires ${timeText(expiresAt)} UTC) of ${owner.email}, ${owner.userType} of ${owner.companyName}, at ${client.origin}`,
  );
}

async function logout(context: Context): Promise<void> {
  const session = readSession();
  if (session && !looksLikeApiKey(session.token)) {
    // a 401 means that the session has already ended
    await context
      .newClient(session.origin, session.token)
      .send(routes.logout, {})
      .catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 401)) throw error;
      });
  }
  deleteSession();
  context.out.value(
    { signedOut: session !== undefined },
    session ? `Signed out of ${session.origin}` : 'You were not signed in',
  );
}
