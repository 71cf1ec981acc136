import { ApiClient } from '@tradepost/client/api-client';
import { Contacts } from '@tradepost/client/contacts';
import { keysOfPassword, openKeys, openKeysOfProgram } from '@tradepost/client/keys';
import type { Patience } from '@tradepost/client/retry';
import type { Keyring } from '@tradepost/client/sealed-transfers';
import { looksLikeApiKey } from '@tradepost/contracts/api-keys';
import { routes, type RouteOut } from '@tradepost/contracts/routes';
import { recoveryKek } from '@tradepost/sealing/recovery';
import type { Unlock } from '@tradepost/sealing/vault';
import type { Command } from 'commander';
import { ask } from './ask';
import { SignedOut, UsageError } from './exit';
import { Output } from './output';
import { readSession, type Person, type Session } from './session';

interface GlobalOptions {
  origin?: string;
  json?: boolean;
  retries: string;
}

/** What every command works with. */
export class Context {
  readonly out: Output;
  private readonly globals: GlobalOptions;
  private signedIn: { session: Session; client: ApiClient } | undefined;
  private ring: Promise<Keyring> | undefined;
  private ofKey: Promise<RouteOut<typeof routes.ownKey>> | undefined;

  constructor(
    command: Command,
    readonly signal: AbortSignal,
  ) {
    this.globals = command.optsWithGlobals<GlobalOptions>();
    this.out = new Output(this.globals.json ?? false);
  }

  /** Where Tradepost is, in this order: the option, the environment, the session. @throws UsageError */
  origin(session?: Session): string {
    const given = this.globals.origin ?? (process.env.TRADEPOST_ORIGIN || undefined) ?? session?.origin;
    if (!given) throw new UsageError('Where is Tradepost? Give --origin https://…, or set TRADEPOST_ORIGIN');
    const url = URL.canParse(given) ? new URL(given) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username)
      throw new UsageError(`${given} is not an address like https://tradepost.example`);
    if (url.protocol === 'http:' && !/^(localhost|127\..*|\[::1\])$/.test(url.hostname))
      this.out.note(`Warning: ${url.origin} is not encrypted on its way`);
    return url.origin;
  }

  /** Of nobody, yet. */
  newClient(origin: string, token?: string): ApiClient {
    return new ApiClient(origin, {
      token,
      patience: this.patience(),
      signal: this.signal,
      headers: { 'user-agent': 'tradepost-cli' },
    });
  }

  private get session(): { session: Session; client: ApiClient } {
    if (this.signedIn) return this.signedIn;
    const key = process.env.TRADEPOST_KEY || undefined;
    // it would be sent: a sealing key that was taken for it must not be
    if (key && !looksLikeApiKey(key)) throw new UsageError('TRADEPOST_KEY is not an API key: one begins with tp_');
    const saved = readSession();
    const origin = key || saved ? this.origin(saved) : undefined;
    if (!origin) throw new SignedOut();
    const session = key ? { origin, token: key } : saved!;
    // a token is told to nobody but who gave it
    if (session.origin !== origin)
      throw new SignedOut(
        `You are signed in at ${session.origin}, not at ${origin}. Run: tradepost login --origin ${origin}`,
      );
    this.signedIn = { session, client: this.newClient(origin, session.token) };
    return this.signedIn;
  }

  /** @throws SignedOut */
  get client(): ApiClient {
    return this.session.client;
  }

  /** Tells accounts apart in what is kept on this machine. */
  async account(): Promise<string> {
    return `${this.client.origin} ${(await this.person()).id}`;
  }

  /** Who is signed in, or whom the key acts for. */
  async person(): Promise<Person> {
    const { user } = this.session.session;
    if (user) return user;
    return (await this.ownKey()).owner;
  }

  /** What the key is told of itself; asked for once. */
  ownKey(): Promise<RouteOut<typeof routes.ownKey>> {
    this.ofKey ??= this.client.send(routes.ownKey, {});
    return this.ofKey;
  }

  get hasKey(): boolean {
    return looksLikeApiKey(this.session.session.token);
  }

  async isReceiver(): Promise<boolean> {
    return (await this.person()).userType === 'receiver';
  }

  /** Whether sealing and opening needs somebody who types. */
  get mustAsk(): boolean {
    return !this.hasKey && !process.env.TRADEPOST_PASSWORD && !process.env.TRADEPOST_RECOVERY_KEY;
  }

  /** What seals and opens; the password, or the recovery key, is asked for once. @throws UsageError where there are no keys yet */
  keyring(): Promise<Keyring> {
    this.ring ??= this.openKeyring();
    return this.ring;
  }

  /** The password, from the environment or typed. */
  password(question = 'Password'): Promise<string> {
    const set = process.env.TRADEPOST_PASSWORD;
    return set
      ? Promise.resolve(set)
      : ask(question, { secret: true, instead: 'set TRADEPOST_PASSWORD, or type it', signal: this.signal });
  }

  private async openKeyring(): Promise<Keyring> {
    const { client } = this;
    if (this.hasKey) return this.openKeyringOfProgram();
    const { id, email } = await this.person();
    const vault = await openKeys(client, id, await this.unlock(email));
    if (!vault)
      throw new UsageError('There are no keys for end-to-end encryption yet. Make them: tradepost keys create');
    return { vault, contacts: new Contacts(client, vault) };
  }

  private async openKeyringOfProgram(): Promise<Keyring> {
    const { client } = this;
    const sealingKey = process.env.TRADEPOST_SEALING_KEY;
    if (!sealingKey)
      throw new UsageError(
        'An API key alone opens and seals nothing: set TRADEPOST_SEALING_KEY to the sealing key that was shown with it, or use --managed to upload',
      );
    const vault = await openKeysOfProgram(await this.ownKey(), sealingKey);
    if (!vault)
      throw new UsageError(
        'This API key was made without a sealing key, or before its owner had to make new keys. Make another one',
      );
    return { vault, contacts: new Contacts(client, vault, 'program') };
  }

  private async unlock(email: string): Promise<Unlock> {
    const code = process.env.TRADEPOST_RECOVERY_KEY;
    if (code) return { kind: 'recovery', kek: await recoveryKek(code) };
    return {
      kind: 'password',
      kek: (await keysOfPassword(this.client, { email, password: await this.password(`Password of ${email}`) })).kek,
    };
  }

  private patience(): Patience {
    const retries = Number(this.globals.retries);
    if (!Number.isInteger(retries) || retries < 0 || retries > 100)
      throw new UsageError('--retries takes a whole number from 0 to 100');
    let told = false;
    const onPause = ({ status }: { status: number }) => {
      if (!told)
        this.out.note(status === 429 ? 'The server asks to wait …' : 'No answer from the server, trying again …');
      told = true;
    };
    return { attempts: retries + 1, firstPauseMs: 500, longestPauseMs: 20_000, onPause };
  }
}
