import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { identityEvents, type SignedIn } from '@tradepost/contracts/identity';
import { sendMail } from '@tradepost/contracts/jobs';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import type { Clearing } from '@tradepost/service-kit/limits/governor.repository';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { AccountsRepository, type SignInAccount } from '../account/accounts.repository';
import { hasPassword } from '../account/no-password';
import { CONFIG, type IdentityConfig } from '../config';
import { SessionRevoker } from '../session/session-revoker';
import { browserOf, mustEnrol } from '../session/session.policy';
import { Tokens, type SsoOrigin } from '../session/tokens';
import { entryOf, type MembershipToSignIn } from './entry.policy';
import { SignInsRepository } from './sign-ins.repository';

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

/** How the account was proven: by a passkey alone, by an identity provider, or by a proof that is not used up yet. */
interface Proven {
  by?: 'passkey' | 'sso';
  proofId?: string | undefined;
  /** The counts that it clears. */
  clearing?: Clearing | undefined;
}

/** Opens the session of a person who has proven their account, however they did. */
@Injectable()
export class SessionOpener {
  constructor(
    private readonly repository: SignInsRepository,
    private readonly accounts: AccountsRepository,
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
    { by, proofId, clearing }: Proven,
  ): Promise<SignedIn> {
    const refuse = () => {
      throw new AppError(by ? 'PASSKEY_REFUSED' : 'BAD_CREDENTIALS');
    };
    const entry = sso?.membership ?? entryOf(account, portal) ?? refuse();
    if (entry === 'sso') throw new AppError('SSO_REQUIRED');
    const membership = entry === 'own' ? null : entry;
    const enrols = mustEnrol(account.userType, account.hasTotp);
    const { token, session } = this.tokens.create(
      account,
      enrols ? 'enrolment' : 'session',
      { actor, binding, passkeyId },
      { companyId: membership?.company.id ?? null, sso: sso?.origin },
    );
    const isNewBrowser = account.isNewBrowser && !enrols;
    if (replaces) await this.sessionRevoker.revokeBound(tx, actor, replaces);
    if (isNewBrowser) await this.mailOwner(tx, account, actor, session.id);
    if (!enrols) {
      const signedIn = {
        ...{ userId: account.id, email: account.email, sessionId: session.id },
        ...(by && { by }),
        ...(sso && { companyId: sso.membership.company.id }),
      };
      await this.outbox.event(tx, identityEvents.signedIn, signedIn, actor);
    }
    // what has changed since it was proven has ended sessions: none may follow by the old password, or by a passkey that was removed
    await this.repository.open(
      tx,
      { account, session, proofId, clearing, ...(enrols ? notOfBrowser : { browser: browserOf(actor), device }) },
      refuse,
      !replaces && !isNewBrowser && !sso,
    );
    const user = membership
      ? this.accounts.viewOf(account, membership.company, {
          ...membership,
          sso: Boolean(sso),
          hasPassword: hasPassword(account),
        })
      : this.accounts.viewOf(account, account.company);
    return { token, user, ...(enrols && { enrol: true }) };
  }

  /** About a sign-in in a new browser. */
  private async mailOwner(tx: Tx, { email, firstName }: SignInAccount, actor: Actor, sessionId: string) {
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

/** Only a full sign-in makes a browser known. */
const notOfBrowser = { browser: null, device: undefined };
