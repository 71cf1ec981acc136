import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { identityEvents } from '@tradepost/contracts/identity';
import type { Mail } from '@tradepost/contracts/jobs';
import { addressKey } from '@tradepost/contracts/values/address';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { callerNetwork, networkOf } from '@tradepost/service-kit/limits/network';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { v7 as uuidv7 } from 'uuid';
import type { AccountRow } from '../account/account.entity';
import { AccountsRepository } from '../account/accounts.repository';
import { Passwords } from '../account/passwords';
import type { CodeOwner } from '../code/one-time-codes';
import { CONFIG, type IdentityConfig } from '../config';
import { mayEnter } from '../session/session.policy';
import type { PendingSignup, SignupAttemptRow } from './signup-attempt.entity';
import { accountOf, attemptLifetimeMs, ticketHash } from './signup-attempt.policy';
import { SignupAttemptsRepository } from './signup-attempts.repository';

/** Of an address, at a sign-in with a password that opens no account. */
const maxCompared = 2;

/** An attempt that a code may prove. `held`: by the one who made it, so that its password may take effect. */
export interface FoundAttempt {
  attempt: SignupAttemptRow;
  held: boolean;
}

/** A signup is an attempt, not an account: strangers can sign up any address without an effect on what its owner does. */
@Injectable()
export class SignupAttempts {
  constructor(
    private readonly repository: SignupAttemptsRepository,
    private readonly accounts: AccountsRepository,
    private readonly passwords: Passwords,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  /** @returns the attempt and the ticket that only its maker gets */
  async open(tx: Tx, email: string, pending: PendingSignup, actor: Actor) {
    const ticket = randomBytes(32).toString('base64url');
    const now = new Date();
    const { ip, agent = '' } = actor.kind === 'system' ? { ip: '' } : actor;
    const attempt: SignupAttemptRow = {
      id: uuidv7(),
      email,
      addressKey: addressKey(email),
      pending,
      ticketHash: ticketHash(ticket),
      ip,
      agent,
      createdAt: now,
      expiresAt: new Date(now.getTime() + attemptLifetimeMs),
    };
    await this.repository.insert(tx, attempt);
    return { attempt, ticket };
  }

  /**
   * The attempt that a caller means: that of a mailed link, that of the ticket, or the only live one.
   * @param linked id in the mailed link
   */
  async find(email: string, { ticket, linked }: { ticket?: string; linked?: string }): Promise<FoundAttempt | null> {
    const key = addressKey(email);
    const own = ticket ? (await this.repository.live(key, { ticketHash: ticketHash(ticket) }))[0] : undefined;
    if (linked && linked !== own?.id) {
      const [attempt] = await this.repository.live(key, { id: linked });
      return attempt ? { attempt, held: false } : null;
    }
    if (ticket) return own ? { attempt: own, held: true } : null;
    const [only, ...others] = await this.repository.live(key);
    return only && others.length === 0 ? { attempt: only, held: true } : null;
  }

  /** Tries count for the address: more attempts give strangers no more of them. */
  codeOwner({ id, addressKey: key, ip }: SignupAttemptRow): CodeOwner {
    return {
      id,
      lock: `signup of ${key}`,
      tries: [
        { limit: 'signupTriesFromNetwork', key: `${key} ${networkOf(ip)}` },
        { limit: 'signupTries', key },
      ],
    };
  }

  /** The mail with a code: it says when and from where the attempt was made, and has no text of the one who made it. */
  mail({ id, email, pending: { language }, createdAt, ip, agent }: SignupAttemptRow, code: string): Mail {
    // browsers keep what follows # to themselves
    const link = `${this.config.ORIGIN}/check-email#${new URLSearchParams({ email, code, attempt: id })}`;
    return {
      template: 'signup-code',
      to: email,
      data: { code, link, at: createdAt.toISOString(), ip, agent },
      ...(language && { language }),
    };
  }

  /**
   * Whether a password that opens no account is that of a live attempt. Only a few attempts are compared, those from the
   * caller's network first: each costs a hash, and strangers can create many.
   */
  async hasPassword(email: string, password: string, portal: 'sender' | 'receiver', actor: Actor): Promise<boolean> {
    const isOwn = ({ ip }: SignupAttemptRow) => networkOf(ip) === callerNetwork(actor);
    const live = (await this.repository.live(addressKey(email))).filter(({ pending }) =>
      mayEnter(pending.userType, portal),
    );
    for (const attempt of [...live.filter(isOwn), ...live.filter((one) => !isOwn(one))].slice(0, maxCompared))
      if (await this.passwords.verify(accountOf(attempt, attempt.createdAt), email, password)) return true;
    return false;
  }

  /**
   * Makes the account; the other attempts of the address end. The transaction holds the lock of its code owner.
   * @param instead replaces the password of an attempt without the caller's ticket
   * @throws AppError OTP_INVALID if the address already has an account
   */
  async prove(
    tx: Tx,
    attempt: SignupAttemptRow,
    instead: Pick<AccountRow, 'passwordHash' | 'kdf'> | null,
    actor: Actor,
  ): Promise<AccountRow> {
    if (await this.accounts.byEmail(attempt.email, tx)) throw new AppError('OTP_INVALID');
    const account = { ...accountOf(attempt, new Date()), ...instead };
    await this.accounts.insert(tx, account);
    await this.repository.deleteOf(tx, attempt.addressKey, attempt.id);
    const { id: userId, email, userType } = account;
    await this.outbox.event(tx, identityEvents.userSignedUp, { userId, email, userType }, actor);
    await this.outbox.event(tx, identityEvents.emailVerified, { userId, email }, actor);
    return account;
  }
}
