import { ApiClient } from '@tradepost/client/api/api-client';
import { hasCompanyKeys, openCompanyKeyring, type ActingMember } from '@tradepost/client/company/company-keyring';
import { Contacts } from '@tradepost/client/contacts/contacts';
import type { DeviceStore } from '@tradepost/client/contacts/device-store';
import { KeyLog } from '@tradepost/client/keys/key-log';
import { openKeys, openProgramVault, unlockByRecovery } from '@tradepost/client/keys/keys';
import { unlockByPassword } from '@tradepost/client/keys/sign-in';
import type { RetryPolicy } from '@tradepost/client/api/retry';
import { StoreWay } from '@tradepost/client/api/store-way';
import type { Keyring } from '@tradepost/client/contacts/keyring';
import { looksLikeApiKey } from '@tradepost/contracts/api-keys';
import { routes, type RouteOut } from '@tradepost/contracts/routes';
import { fingerprint, type Contact } from '@tradepost/sealing/keys/bundle';
import type { Unlock, Vault } from '@tradepost/sealing/keys/vault';
import type { Command } from 'commander';
import { ask } from './ask';
import { deviceOf, hasOwnKeys, rememberOwnKeys, requireState } from './device';
import { SignedOut, UsageError } from './exit';
import { Output } from './output';
import { threadWork } from './memory/password-thread';
import { readSession, type Person, type Session } from './session';

interface GlobalOptions {
  origin?: string;
  json?: boolean;
  retries: string;
  newState?: boolean;
}

/** Options, output, API client and keys of one command. */
export class Context {
  readonly out: Output;
  private readonly globals: GlobalOptions;
  private readonly storeWay = new StoreWay();
  private signedIn: { session: Session; client: ApiClient } | undefined;
  private stored: Promise<Keyring> | undefined;
  private ring: Promise<Keyring> | undefined;
  private given: Promise<string> | undefined;
  private companyKeys: Promise<boolean> | undefined;
  private keyDetails: Promise<RouteOut<typeof routes.ownKey>> | undefined;

  constructor(
    command: Command,
    readonly signal: AbortSignal,
  ) {
    this.globals = command.optsWithGlobals<GlobalOptions>();
    this.out = new Output(this.globals.json ?? false);
  }

  /** The server: --origin, else TRADEPOST_ORIGIN, else that of the session. @throws UsageError */
  origin(session?: Session): string {
    const given = this.globals.origin ?? (process.env.TRADEPOST_ORIGIN || undefined) ?? session?.origin;
    if (!given) throw new UsageError('No server given. Use --origin https://… or set TRADEPOST_ORIGIN');
    return this.originAt(given);
  }

  /** The origin of an address that was given. @throws UsageError */
  originAt(given: string): string {
    const url = URL.canParse(given) ? new URL(given) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username)
      throw new UsageError(`${given} is not an address like https://tradepost.example`);
    if (url.protocol === 'http:' && !/^(localhost|127\..*|\[::1\])$/.test(url.hostname))
      this.out.note(`Warning: the connection to ${url.origin} is not encrypted`);
    return url.origin;
  }

  /** A client without the saved session. */
  newClient(origin: string, token?: string): ApiClient {
    return new ApiClient(origin, {
      token,
      retryPolicy: this.retryPolicy(),
      signal: this.signal,
      headers: { 'user-agent': 'tradepost-cli' },
      storeWay: this.storeWay,
    });
  }

  private get session(): { session: Session; client: ApiClient } {
    if (this.signedIn) return this.signedIn;
    const key = process.env.TRADEPOST_KEY || undefined;
    // the key is sent to the server; a sealing key must never be
    if (key && !looksLikeApiKey(key))
      throw new UsageError('TRADEPOST_KEY is not an API key: an API key begins with tp_');
    const saved = readSession();
    const origin = key || saved ? this.origin(saved) : undefined;
    if (!origin) throw new SignedOut();
    const session = key ? { origin, token: key } : saved!;
    // a token is sent only to the server that issued it
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

  /** Identifies the account in local state, or the company that a member acts for. */
  async account(): Promise<string> {
    const own = `${this.client.origin} ${(await this.person()).id}`;
    return this.isMember ? `${own} ${(await this.member()).companyId}` : own;
  }

  /** The person as a member of the company that the session acts for. @throws UsageError for the own company */
  async member(): Promise<ActingMember> {
    const { id, email, companyId } = await this.person();
    if (!this.isMember) throw new UsageError('You act for your own company. Switch to one that you are a member of');
    const known = companyId ?? (await this.client.send(routes.me, {})).user.companyId;
    if (known === null) throw new SignedOut();
    return { id, email, companyId: known };
  }

  /** The signed-in user, or the owner of the API key. */
  async person(): Promise<Pick<Person, 'id' | 'email' | 'userType' | 'companyId'>> {
    const { user } = this.session.session;
    if (user) return user;
    return (await this.ownKey()).owner;
  }

  /** The API key's own details; fetched once. */
  ownKey(): Promise<RouteOut<typeof routes.ownKey>> {
    this.keyDetails ??= this.client.send(routes.ownKey, {});
    return this.keyDetails;
  }

  get hasKey(): boolean {
    return looksLikeApiKey(this.session.session.token);
  }

  async isReceiver(): Promise<boolean> {
    return (await this.person()).userType === 'receiver';
  }

  /** Whether the person acts for the company of another one. */
  private get isMember(): boolean {
    return this.session.session.user?.isMember ?? false;
  }

  /** Whether the vault can be opened: by a person, by a member with the company's keys, or by an API key with its sealing key. */
  async canSeal(): Promise<boolean> {
    if (this.isMember) return this.hasCompanyKeys();
    return !this.hasKey || Boolean(process.env.TRADEPOST_SEALING_KEY);
  }

  /** Whether sealing and opening needs a prompt. */
  get mustAsk(): boolean {
    return !this.hasKey && !process.env.TRADEPOST_PASSWORD && !process.env.TRADEPOST_RECOVERY_KEY;
  }

  /**
   * The user's open keys, once the key log was searched for others in the user's name. Asks for the password once.
   * @throws UsageError if there are no keys yet; SealingError KEY_UNEXPECTED and as `Contacts.auditOwn`
   */
  keyring(): Promise<Keyring> {
    this.ring ??= this.keyringAsStored().then(audited);
    return this.ring;
  }

  /** As `keyring`, before what the server stores is compared with the key log: to accept a restored one. */
  keyringAsStored(): Promise<Keyring> {
    this.stored ??= this.openKeyring();
    return this.stored;
  }

  /** As `keyring`; null if there are no keys yet, and for members who were not given those of the company. */
  async keyringIfAny(): Promise<Keyring | null> {
    if (this.isMember) return (await this.hasCompanyKeys()) ? this.keyring() : null;
    const { keys } = this.hasKey ? await this.ownKey() : await this.client.send(routes.keys, {});
    return keys ? this.keyring() : null;
  }

  /**
   * The keys that record an action in the ledger; null for members without the company's keys, for API keys without a sealing key, and if there are none. Asks for the
   * password even if, as the server says, no sealed file is concerned.
   */
  async keyringToRecord(): Promise<Keyring | null> {
    if (!(await this.canSeal())) return null;
    const isKnown = this.hasKey || this.isMember || (await hasOwnKeys(this.client.origin, (await this.person()).email));
    return isKnown ? this.keyring() : this.keyringIfAny();
  }

  /** The password, from the environment or typed. It is asked for once. */
  password(question = 'Password'): Promise<string> {
    const set = process.env.TRADEPOST_PASSWORD;
    this.given ??= set
      ? Promise.resolve(set)
      : ask(question, { secret: true, instead: 'type it, or set TRADEPOST_PASSWORD', signal: this.signal });
    return this.given;
  }

  private async openKeyring(): Promise<Keyring> {
    const { client } = this;
    if (this.isMember) return this.openKeyringOfCompany();
    if (this.hasKey) return this.openProgramKeyring();
    const { id, email } = await this.person();
    const vault = await openKeys(client, { id, email }, await this.unlock(email));
    if (!vault) throw new UsageError('You have no encryption keys yet. Create them: tradepost keys create');
    await rememberOwnKeys(client.origin, email);
    return { vault, contacts: await this.contactsOf(vault) };
  }

  /** Asked once: several steps of a command need it. */
  private hasCompanyKeys(): Promise<boolean> {
    this.companyKeys ??= this.member().then((member) => hasCompanyKeys(this.client, member));
    return this.companyKeys;
  }

  private async openKeyringOfCompany(): Promise<Keyring> {
    // before the password is asked for
    if (!(await this.hasCompanyKeys()))
      throw new UsageError(
        'You have no access to the end-to-end encrypted files of this company. Ask its owner to give it to you, who needs the digits of: tradepost keys person. Use --managed to upload, or your own account: tradepost companies --company own',
      );
    const member = await this.member();
    const { kek } = await this.passwordUnlock(member.email);
    const device = deviceOf(await this.account());
    return openCompanyKeyring(
      this.client,
      member,
      { kek },
      {
        device,
        contactsOf: (vault) => this.contactsOn(device, vault, { memberId: member.id }),
        onFirst: (company) =>
          this.out.note(
            `First use of the keys of ${company.address}: compare this fingerprint with the owner: ${fingerprint(company)}`,
          ),
      },
    );
  }

  private async openProgramKeyring(): Promise<Keyring> {
    const { client } = this;
    const sealingKey = process.env.TRADEPOST_SEALING_KEY;
    if (!sealingKey)
      throw new UsageError(
        'An API key alone cannot seal or open files: set TRADEPOST_SEALING_KEY to the sealing key that was shown with it, or upload with --managed',
      );
    const own = await this.ownKey();
    const vault = await openProgramVault(client, own, sealingKey);
    if (!vault)
      throw new UsageError(
        'This API key has no sealing key, or its owner has created new keys since. Create a new API key',
      );
    return { vault, contacts: await this.contactsOf(vault, own.apiKey.id) };
  }

  async contactsOf(vault: Vault, apiKeyId?: string): Promise<Contacts> {
    const device = deviceOf(await this.account());
    if (apiKeyId !== undefined && !this.globals.newState) await requireState(device);
    return this.contactsOn(device, vault, { ...(apiKeyId !== undefined && { apiKeyId }) });
  }

  private contactsOn(device: DeviceStore, vault: Vault, by: { apiKeyId?: string; memberId?: string }): Contacts {
    const keyLog = new KeyLog(this.client, device, threadWork.labelOf);
    const onFirst = (contact: Contact) =>
      this.out.note(
        `First exchange with ${contact.address}: compare this fingerprint by phone or in person: ${fingerprint(contact)}`,
      );
    return new Contacts(this.client, vault, keyLog, { device, onFirst, ...by });
  }

  private async unlock(email: string): Promise<Unlock> {
    const code = process.env.TRADEPOST_RECOVERY_KEY;
    if (code) return unlockByRecovery(code);
    return this.passwordUnlock(email);
  }

  private async passwordUnlock(email: string): Promise<Unlock> {
    const password = await this.password(`Password for ${email}`);
    return unlockByPassword(this.client, { email, password }, threadWork.passwords);
  }

  private retryPolicy(): RetryPolicy {
    const retries = Number(this.globals.retries);
    if (!Number.isInteger(retries) || retries < 0 || retries > 100)
      throw new UsageError('--retries must be a whole number from 0 to 100');
    let hasWarned = false;
    const onRetry = ({ status }: { status: number }) => {
      if (!hasWarned)
        this.out.note(status === 429 ? 'The server is busy; waiting …' : 'No answer from the server; retrying …');
      hasWarned = true;
    };
    return { attempts: retries + 1, baseDelayMs: 500, maxDelayMs: 20_000, onRetry };
  }
}

async function audited(keyring: Keyring): Promise<Keyring> {
  await keyring.contacts.auditOwn();
  return keyring;
}
