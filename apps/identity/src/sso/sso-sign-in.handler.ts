import { createHash, randomBytes } from 'node:crypto';
import { Controller, Inject } from '@nestjs/common';
import type { Actor, SystemActor, UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity } from '@tradepost/contracts/identity';
import { domainOf } from '@tradepost/contracts/values/address';
import { uuidPattern } from '@tradepost/contracts/values/fields';
import { Db } from '@tradepost/service-kit/database/database';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { callerNetwork } from '@tradepost/service-kit/limits/network';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { minute } from '@tradepost/service-kit/runtime/durations';
import { v7 as uuidv7 } from 'uuid';
import { CONFIG, type IdentityConfig } from '../config';
import { browserOf } from '../session/session.policy';
import { SessionRevoker } from '../session/session-revoker';
import { SessionsRepository } from '../session/sessions.repository';
import { SessionOpener } from '../sign-in/session-opener';
import { redirectUriOf } from './addresses';
import { logoutOf } from './logout.policy';
import { SsoPeople } from './sso-people';
import { SsoProvider } from './sso-provider';
import { SsoSecrets } from './sso-secrets';
import { SsoSettingsRepository } from './sso-settings.repository';
import { SsoSignInsRepository } from './sso-sign-ins.repository';
import type { SsoConnectionRow } from './sso.entity';
import { personOf, roleOf } from './sso.policy';

const lifetimeMs = 10 * minute;
/** As long as a logout token may be used, and longer. */
const usedTokenMs = 15 * minute;
const self: SystemActor = { kind: 'system', service: 'identity' };

const random = () => randomBytes(32).toString('base64url');
const invalidLogout = () => new AppError('INVALID', { message: 'This logout token is not valid' });
const digest = (state: string) => createHash('sha256').update(state).digest('hex');

/** Sign-in with the identity provider of a company, and its end. */
@Controller()
export class SsoSignInHandler {
  constructor(
    private readonly db: Db,
    private readonly settings: SsoSettingsRepository,
    private readonly signIns: SsoSignInsRepository,
    private readonly provider: SsoProvider,
    private readonly secrets: SsoSecrets,
    private readonly people: SsoPeople,
    private readonly sessions: SessionsRepository,
    private readonly sessionOpener: SessionOpener,
    private readonly sessionRevoker: SessionRevoker,
    private readonly governor: Governor,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Handle(identity.startSso)
  start({ email, browser }: In<typeof identity.startSso>, actor: Actor) {
    return this.begin(email, browser, actor);
  }

  @Handle(identity.startSsoLink)
  startLink({ browser }: In<typeof identity.startSsoLink>, actor: UserActor) {
    return this.begin(actor.email, browser, actor, { accountId: actor.userId, sessionId: actor.sessionId });
  }

  /** The started sign-in is used up first. The provider is asked before the transaction, so that no lock waits for it. */
  @Handle(identity.finishSso)
  async finish(
    { companyId, parameters, browser = '', binding, replaces }: In<typeof identity.finishSso>,
    actor: Actor,
  ) {
    const connection = await this.connectionOf(companyId);
    const state = new URLSearchParams(parameters).get('state') ?? '';
    const started =
      connection && (await this.signIns.use({ state: digest(state), browser, connectionId: connection.id }));
    if (!started) throw new AppError('SSO_EXPIRED');
    const { nonce, verifier } = started;
    const redirectUri = redirectUriOf(this.config.ORIGIN, companyId);
    const { sub, sid, claims } = await this.provider.exchange(connection, parameters, {
      ...{ redirectUri, state, nonce, verifier },
    });
    const person = personOf(sub, claims);
    if (!person) throw new AppError('SSO_EMAIL_UNVERIFIED');
    return this.db.transaction(async (tx) => {
      // a change of the settings waits for this, or has ended the connection
      await this.settings.lock(tx, companyId);
      const current = await this.settings.connectionOf(companyId, tx);
      if (current?.id !== connection.id) throw new AppError('SSO_EXPIRED');
      const role = roleOf(current, claims);
      if (!role) throw new AppError('SSO_ROLE_MISSING');
      const { account, membership } = await this.people.admit(tx, {
        connection: current,
        person,
        role,
        started,
        actor,
      });
      const isNewBrowser = await this.sessions.isInNewBrowser(tx, account.id, browserOf(actor));
      const proven = { ...account, hasTotp: false, isNewBrowser, company: null, memberships: [] };
      const sso = { membership, origin: { connectionId: current.id, sid } };
      return this.sessionOpener.open(tx, proven, { actor, portal: 'sender', binding, replaces, sso }, { by: 'sso' });
    });
  }

  @Handle(identity.ssoLogout)
  async logout({ companyId, logoutToken }: In<typeof identity.ssoLogout>, actor: Actor) {
    const connection = await this.connectionOf(companyId);
    if (!connection) throw invalidLogout();
    // counted before it is verified, so that calls at the same time count too
    const use = uuidv7();
    const key = `${companyId} ${callerNetwork(actor)}`;
    await this.db.transaction((tx) => this.governor.take(tx, [{ limit: 'ssoLogouts', key }], use));
    const logout = logoutOf(await this.provider.logoutToken(connection, logoutToken));
    if (!logout) throw invalidLogout();
    const { jti, sub, sid: ssoSid } = logout;
    return this.db.transaction(async (tx) => {
      await this.governor.giveBack(tx, use);
      const expiresAt = new Date(Date.now() + usedTokenMs);
      if (!(await this.signIns.useLogoutToken(tx, { connectionId: connection.id, jti, expiresAt })))
        throw new AppError('INVALID', { message: 'This logout token was used before' });
      const ended = { message: 'The sessions were ended' };
      if (sub === undefined) {
        await this.sessionRevoker.revokeOfSso(tx, self, connection.id, ssoSid);
        return ended;
      }
      const known = await this.signIns.identity(tx, { companyId, issuer: connection.issuer, sub });
      const selection = { ssoConnectionId: connection.id, ...(ssoSid !== undefined && { ssoSid }) };
      if (known) await this.sessionRevoker.revoke(tx, self, known.accountId, selection);
      return ended;
    });
  }

  /** The answer depends on the domain alone: nothing about accounts is looked up. */
  private async begin(
    email: string,
    browser: string | undefined,
    actor: Actor,
    { accountId, sessionId }: { accountId: string | null; sessionId: string | null } = {
      accountId: null,
      sessionId: null,
    },
  ): Promise<{ url: string }> {
    if (!browser) throw new AppError('NOT_ALLOWED', { message: 'Single sign-on works in browsers only' });
    await this.db.transaction((tx) => this.governor.take(tx, [{ limit: 'ssoStarts', key: callerNetwork(actor) }]));
    const connection = await this.settings.connectionOfDomain(domainOf(email));
    if (!connection) throw new AppError('SSO_UNKNOWN');
    const [state, nonce, verifier] = [random(), random(), random()];
    const redirectUri = redirectUriOf(this.config.ORIGIN, connection.companyId);
    const url = await this.provider.signInUrl(connection, email, { redirectUri, state, nonce, verifier });
    const expiresAt = new Date(Date.now() + lifetimeMs);
    const started = { state: digest(state), connectionId: connection.id, browser, nonce, verifier, expiresAt };
    await this.db.transaction(async (tx) => {
      await this.signIns.start(tx, { ...started, accountId, sessionId });
      const clientSecret = this.secrets.encryptWithCurrentKey(connection.clientSecret);
      if (clientSecret) await this.settings.change(tx, connection.companyId, { clientSecret });
    });
    return { url };
  }

  private async connectionOf(companyId: string): Promise<SsoConnectionRow | null> {
    return uuidPattern.test(companyId) ? this.settings.connectionOf(companyId) : null;
  }
}
