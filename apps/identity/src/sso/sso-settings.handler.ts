import { randomBytes } from 'node:crypto';
import { Controller, Inject } from '@nestjs/common';
import { companyOf, type Actor, type SystemActor, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents, type SsoSettings } from '@tradepost/contracts/identity';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { v7 as uuidv7 } from 'uuid';
import { CONFIG, type IdentityConfig } from '../config';
import { PresentRoles } from '../member/present-roles';
import { SessionRevoker } from '../session/session-revoker';
import { logoutUriOf, redirectUriOf } from './addresses';
import { SsoProvider } from './sso-provider';
import { SsoSecrets } from './sso-secrets';
import { SsoSettingsRepository } from './sso-settings.repository';
import type { SsoDomainRow } from './sso.entity';
import { recordOf, RESOLVE_TXT, type ResolveTxt } from './txt-records';

const tokenBytes = 20;
/** What happens to one company because of another has no person in its log. */
const self: SystemActor = { kind: 'system', service: 'identity' };

type CompanyActor = UserActor & { companyId: string; companyName: string };
const ofCompany = ({ companyId, companyName }: CompanyActor) => ({ companyId, companyName });

/** A company's settings of single sign-on. */
@Controller()
export class SsoSettingsHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: SsoSettingsRepository,
    private readonly provider: SsoProvider,
    private readonly secrets: SsoSecrets,
    private readonly presentRoles: PresentRoles,
    private readonly sessionRevoker: SessionRevoker,
    private readonly governor: Governor,
    private readonly outbox: Outbox,
    @Inject(RESOLVE_TXT) private readonly resolveTxt: ResolveTxt,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Handle(identity.sso)
  sso(_input: In<typeof identity.sso>, actor: UserActor) {
    return this.settingsOf(companyOf(actor).companyId);
  }

  /** The provider is asked before the transaction, so that no lock waits for it. */
  @Handle(identity.saveSso)
  async save({ issuer: given, clientSecret, ...changed }: In<typeof identity.saveSso>, caller: UserActor) {
    const actor = { ...caller, ...companyOf(caller) };
    const { companyId } = actor;
    await this.takeCheck(companyId);
    const issuer = await this.provider.discover(given);
    return this.change(actor, async (tx) => {
      const known = await this.repository.connectionOf(companyId, tx);
      const isSame = known?.issuer === issuer && known.clientId === changed.clientId;
      if (!clientSecret && !isSame) throw secretMissing();
      if (known && !isSame) await this.sessionRevoker.revokeOfSso(tx, actor, known.id);
      const secret = clientSecret ? this.secrets.sealed(clientSecret) : known!.clientSecret;
      const id = isSame ? known.id : uuidv7();
      const enforced = known?.enforced ?? false;
      await this.repository.save(tx, { companyId, id, issuer, ...changed, clientSecret: secret, enforced });
      await this.outbox.event(tx, identityEvents.ssoChanged, { ...ofCompany(actor), setting: 'saved' }, actor);
    });
  }

  @Handle(identity.removeSso)
  remove(_input: In<typeof identity.removeSso>, caller: UserActor) {
    const actor = { ...caller, ...companyOf(caller) };
    return this.change(actor, async (tx) => {
      const known = await this.repository.connectionOf(actor.companyId, tx);
      if (!known) return;
      await this.repository.remove(tx, actor.companyId);
      await this.sessionRevoker.revokeOfSso(tx, actor, known.id);
      await this.outbox.event(tx, identityEvents.ssoChanged, { ...ofCompany(actor), setting: 'removed' }, actor);
    });
  }

  @Handle(identity.enforceSso)
  enforce({ enforced }: In<typeof identity.enforceSso>, caller: UserActor) {
    const actor = { ...caller, ...companyOf(caller) };
    const { companyId } = actor;
    return this.change(actor, async (tx) => {
      const known = await this.repository.connectionOf(companyId, tx);
      const domains = await this.repository.domainsOf(companyId, tx);
      if (enforced && !(known && domains.some(({ verifiedAt }) => verifiedAt))) throw new AppError('SSO_INCOMPLETE');
      if (!known || known.enforced === enforced) return;
      await this.repository.change(tx, companyId, { enforced });
      await this.sessionRevoker.revokeWithoutSso(tx, actor, companyId);
      const setting = enforced ? ('enforced' as const) : ('optional' as const);
      await this.outbox.event(tx, identityEvents.ssoChanged, { ...ofCompany(actor), setting }, actor);
    });
  }

  @Handle(identity.addSsoDomain)
  addDomain({ domain }: In<typeof identity.addSsoDomain>, caller: UserActor) {
    const actor = { ...caller, ...companyOf(caller) };
    const { companyId } = actor;
    return this.change(actor, async (tx) => {
      const domains = await this.repository.domainsOf(companyId, tx);
      if (domains.some((one) => one.domain === domain)) return;
      this.governor.assertFits('ssoDomains', companyId, domains.length + 1, 'SSO_DOMAINS_FULL');
      const token = randomBytes(tokenBytes).toString('base64url');
      const added = { id: uuidv7(), companyId, domain, token, createdAt: new Date(), verifiedAt: null };
      await this.repository.addDomain(tx, added);
    });
  }

  /** DNS is asked before the transaction. */
  @Handle(identity.verifySsoDomain)
  async verifyDomain({ id }: In<typeof identity.verifySsoDomain>, caller: UserActor) {
    const actor = { ...caller, ...companyOf(caller) };
    const { companyId } = actor;
    const found = await this.repository.domain(companyId, id);
    if (!found) throw new AppError('NOT_FOUND');
    await this.takeCheck(companyId);
    const records = await this.resolveTxt(found.domain);
    const shows = ({ token }: SsoDomainRow) => records.includes(recordOf(token));
    if (!shows(found)) throw new AppError('SSO_RECORD_MISSING');
    return this.change(actor, async (tx) => {
      await this.repository.lockDomain(tx, found.domain);
      const own = await this.repository.domain(companyId, id, tx);
      if (!own) throw new AppError('NOT_FOUND');
      if (own.verifiedAt) return;
      await this.takeFromOther(tx, own.domain, shows);
      await this.repository.setVerified(tx, own.id, new Date());
      await this.sessionRevoker.revokeWithoutSso(tx, actor, companyId);
      const changed = { ...ofCompany(actor), domain: own.domain, change: 'verified' as const };
      await this.outbox.event(tx, identityEvents.ssoDomainChanged, changed, actor);
    });
  }

  @Handle(identity.removeSsoDomain)
  removeDomain({ id }: In<typeof identity.removeSsoDomain>, caller: UserActor) {
    const actor = { ...caller, ...companyOf(caller) };
    const { companyId } = actor;
    return this.change(actor, async (tx) => {
      const found = await this.repository.domain(companyId, id, tx);
      if (!found) throw new AppError('NOT_FOUND');
      await this.repository.removeDomain(tx, found.id);
      if (!found.verifiedAt) return;
      await this.revokeSso(tx, companyId, actor);
      const changed = { ...ofCompany(actor), domain: found.domain, change: 'removed' as const };
      await this.outbox.event(tx, identityEvents.ssoDomainChanged, changed, actor);
    });
  }

  /** A domain that was sold belongs to the company that its record names now. @throws AppError SSO_DOMAIN_TAKEN */
  private async takeFromOther(tx: Tx, domain: string, shows: (row: SsoDomainRow) => boolean) {
    const other = await this.repository.verified(domain, tx);
    if (!other) return;
    if (shows(other)) throw new AppError('SSO_DOMAIN_TAKEN');
    await this.repository.setVerified(tx, other.id, null);
    await this.revokeSso(tx, other.companyId, self);
    const lost = { companyId: other.companyId, companyName: '', domain, change: 'lost' as const };
    await this.outbox.event(tx, identityEvents.ssoDomainChanged, lost, self);
  }

  private async revokeSso(tx: Tx, companyId: string, actor: Actor) {
    const connection = await this.repository.connectionOf(companyId, tx);
    if (connection) await this.sessionRevoker.revokeOfSso(tx, actor, connection.id);
  }

  private takeCheck(companyId: string): Promise<void> {
    return this.db.transaction((tx) => this.governor.take(tx, [{ limit: 'ssoChecks', key: companyId }]));
  }

  /** By a person who still may: a provider and DNS, which were asked before, may answer very late, and be run by this person. */
  private change(actor: CompanyActor, run: (tx: Tx) => Promise<void>): Promise<SsoSettings> {
    const { companyId } = actor;
    return this.db.transaction(async (tx) => {
      await this.repository.lock(tx, companyId);
      await this.presentRoles.assertStillMay(tx, actor, 'sso');
      await run(tx);
      return this.settingsOf(companyId, tx);
    });
  }

  private async settingsOf(companyId: string, from: Tx = this.db.read): Promise<SsoSettings> {
    const found = await this.repository.connectionOf(companyId, from);
    const domains = await this.repository.domainsOf(companyId, from);
    return {
      connection: found && {
        issuer: found.issuer,
        clientId: found.clientId,
        claim: found.claim,
        mapping: found.mapping,
        defaultRole: found.defaultRole,
        enforced: found.enforced,
      },
      domains: domains.map(({ id, domain, token, verifiedAt }) => ({
        id,
        domain,
        record: recordOf(token),
        verifiedAt: verifiedAt?.toISOString() ?? null,
      })),
      redirectUri: redirectUriOf(this.config.ORIGIN, companyId),
      logoutUri: logoutUriOf(this.config.ORIGIN, companyId),
    };
  }
}

const secretMissing = (message = 'Enter the client secret') =>
  new AppError('INVALID', { message, errors: [{ field: 'clientSecret', message }] });
