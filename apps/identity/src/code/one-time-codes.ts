import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import { sendMail, type Mail } from '@tradepost/contracts/jobs';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { PepperedCodes } from '@tradepost/service-kit/security/peppered-codes';
import { v7 as uuidv7 } from 'uuid';
import type { AccountRow } from '../account/account.entity';
import { CONFIG, type IdentityConfig } from '../config';
import type { CodePurpose, CodeRow, PendingSignup } from './code.entity';
import { codeLifetimeMs, isOpen } from './code.policy';
import { CodesRepository } from './codes.repository';

/** For an unknown account a random id, so that the same queries run. */
const idOf = (account: AccountRow | null) => account?.id ?? uuidv7();

/** Codes for signup and password reset: mailed, usable once, limited in number and tries. Only the newest code counts. */
@Injectable()
export class OneTimeCodes {
  constructor(
    private readonly db: Db,
    private readonly repository: CodesRepository,
    private readonly pepperedCodes: PepperedCodes,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  /**
   * Mails a code. Without an account, or over the limit, it does the same work but sends nothing, so that timing does not reveal accounts.
   * @param pending the signup that the code confirms; a repeated code confirms the same signup as the one before
   */
  async send(account: AccountRow | null, purpose: CodePurpose, pending?: PendingSignup): Promise<void> {
    const { code, codeHash } = await this.pepperedCodes.create();
    const accountId = idOf(account);
    await this.db.transaction(async (tx) => {
      await this.repository.lockAccount(tx, accountId);
      const sent = await this.repository.countOfLastHour(tx, accountId);
      if (!account || sent >= this.config.CODES_PER_HOUR) return;
      const expiresAt = new Date(Date.now() + codeLifetimeMs);
      const signup = pending ?? (await this.repository.newest(tx, accountId, purpose))?.pending ?? null;
      const id = await this.repository.insert(tx, { accountId, purpose, codeHash, expiresAt, pending: signup });
      await this.outbox.job(tx, sendMail, this.mail({ ...account, ...signup }, purpose, code), {
        key: `${purpose}-code-${id}`,
        notAfter: expiresAt,
      });
    });
  }

  /**
   * Uses the account's newest code and runs `then` in the same transaction.
   * @throws AppError OTP_INVALID for every kind of wrong code or account
   */
  async redeem<T>(
    account: AccountRow | null,
    purpose: CodePurpose,
    given: string,
    then: (tx: Tx, account: AccountRow, code: CodeRow) => Promise<T>,
  ): Promise<T> {
    const code = await this.takeTry(idOf(account), purpose);
    const matches = await this.pepperedCodes.verify(code?.codeHash, given);
    if (!account || !code || !matches) throw new AppError('OTP_INVALID');
    return this.db.transaction(async (tx) => {
      if (!(await this.repository.markUsed(tx, code.id))) throw new AppError('OTP_INVALID');
      return then(tx, account, code);
    });
  }

  /** Counts the try before the code is compared: parallel guesses cannot exceed the limits, and no connection waits for a hash. */
  private takeTry(accountId: string, purpose: CodePurpose): Promise<CodeRow | null> {
    return this.db.transaction(async (tx) => {
      await this.repository.lockAccount(tx, accountId);
      const code = await this.repository.newest(tx, accountId, purpose);
      const tries = await this.repository.triesOfLastDay(tx, accountId);
      if (!code || !isOpen(code, new Date()) || tries >= this.config.CODE_TRIES_PER_DAY) return null;
      await this.repository.countTry(tx, code.id);
      return code;
    });
  }

  private mail({ email, firstName }: AccountRow, purpose: CodePurpose, code: string): Mail {
    if (purpose === 'password-reset') return { template: 'reset-code', to: email, data: { firstName, code } };
    const link = `${this.config.ORIGIN}/check-email?${new URLSearchParams({ email, code })}`;
    return { template: 'signup-code', to: email, data: { firstName, code, link } };
  }
}
