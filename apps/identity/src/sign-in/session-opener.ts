import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { identityEvents, type SignedIn } from '@tradepost/contracts/identity';
import { sendMail } from '@tradepost/contracts/jobs';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import type { AccountRow } from '../account/account.entity';
import { AccountsRepository, type SignInAccount } from '../account/accounts.repository';
import { CONFIG, type IdentityConfig } from '../config';
import { KnownDevices } from '../session/known-devices';
import { SessionRevoker } from '../session/session-revoker';
import { deviceMark, mustEnrol } from '../session/session.policy';
import { SessionsRepository } from '../session/sessions.repository';
import { Tokens, type SsoOrigin } from '../session/tokens';
import { entryOf, type MembershipToSignIn } from './entry.policy';

/** The client that signs in. `replaces`: the binding of the session that this browser had until now. */
interface SignInClient {
  actor: Actor;
  portal: 'sender' | 'receiver';
  binding?: string | undefined;
  replaces?: string | undefined;
  device?: string | undefined;
  /** Of the passkey that signs in, or is the second step. */
  passkeyId?: string | undefined;
  /** By the identity provider of a company, which has proven the account: the session acts for this company, and for nothing else. */
  sso?: { membership: MembershipToSignIn; origin: SsoOrigin } | undefined;
}

/** Opens the session of a person who has proven their account, however they did. */
@Injectable()
export class SessionOpener {
  constructor(
    private readonly repository: SessionsRepository,
    private readonly accounts: AccountsRepository,
    private readonly knownDevices: KnownDevices,
    private readonly tokens: Tokens,
    private readonly sessionRevoker: SessionRevoker,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  /** @param account as it was when it was proven @throws AppError SUSPENDED, SSO_REQUIRED; BAD_CREDENTIALS or PASSKEY_REFUSED if it has changed since */
  async open(
    tx: Tx,
    account: SignInAccount,
    { actor, portal, binding, replaces, device, passkeyId, sso }: SignInClient,
    by?: 'passkey' | 'sso',
  ): Promise<SignedIn> {
    const { hasTotp } = account;
    const entry = sso?.membership ?? entryOf(account, portal);
    if (entry === 'sso') throw new AppError('SSO_REQUIRED');
    const membership = entry === 'own' || entry === null ? null : entry;
    const enrols = mustEnrol(account.userType, hasTotp);
    const [isUnchanged, isNewBrowser] = await Promise.all([
      this.accounts.isUnchanged(tx, account, passkeyId, membership?.company.id),
      !enrols && this.recordBrowser(tx, account, actor),
    ]);
    // what has changed since then has ended sessions: none may follow by the old password, or by a passkey that was removed
    if (!isUnchanged || !entry) throw new AppError(by ? 'PASSKEY_REFUSED' : 'BAD_CREDENTIALS');
    const { token, sessionId } = await this.tokens.issue(
      tx,
      account,
      enrols ? 'enrolment' : 'session',
      { actor, binding, passkeyId },
      { companyId: membership?.company.id ?? null, sso: sso?.origin },
    );
    if (replaces) await this.sessionRevoker.revokeBound(tx, actor, replaces);
    const user = membership
      ? this.accounts.viewOf(account, membership.company, { ...membership, sso: Boolean(sso) })
      : this.accounts.viewOf(account, account.company);
    if (enrols) return { token, user, enrol: true };
    if (isNewBrowser) await this.mailOwner(tx, account, actor, sessionId);
    this.knownDevices.remember(tx, account.id, device);
    await this.outbox.event(
      tx,
      identityEvents.signedIn,
      {
        userId: account.id,
        email: account.email,
        sessionId,
        ...(by && { by }),
        ...(sso && { companyId: sso.membership.company.id }),
      },
      actor,
    );
    return { token, user };
  }

  /** @returns whether the account has not used this browser before, and has used others */
  private async recordBrowser(tx: Tx, { id }: AccountRow, actor: Actor): Promise<boolean> {
    return actor.kind !== 'system' && this.repository.recordDevice(tx, id, deviceMark(actor.agent ?? ''));
  }

  /** About a sign-in in a new browser. */
  private async mailOwner(tx: Tx, { email, firstName }: AccountRow, actor: Actor, sessionId: string) {
    if (actor.kind === 'system') return;
    const { agent = '', ip } = actor;
    const data = { firstName, agent, ip, at: new Date().toISOString(), link: `${this.config.ORIGIN}/profile` };
    await this.outbox.job(
      tx,
      sendMail,
      { template: 'new-sign-in', to: email, data },
      { key: `new-sign-in-${sessionId}` },
    );
  }
}
