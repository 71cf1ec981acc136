import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import { sendMail, type Mail } from '@tradepost/contracts/jobs';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { Outbox } from '@tradepost/service-kit/outbox';
import { v7 as uuidv7 } from 'uuid';
import type { AccountRow, CodePurpose, CodeRow, PendingSignup } from './accounts.entity';
import { codeLifetimeMs, isOpen } from './accounts.policy';
import { AccountsRepository } from './accounts.repository';
import { CONFIG, type IdentityConfig } from './config';
import { Secrets } from './secrets';

/** An unknown account gets an id that nobody has, so that the same questions are asked for it. */
const idOf = (account: AccountRow | null) => account?.id ?? uuidv7();

/** One-time codes: mailed, newest only, single use, counted. */
@Injectable()
export class Codes {
  constructor(
    private readonly db: Db,
    private readonly repository: AccountsRepository,
    private readonly secrets: Secrets,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  /**
   * Mails a code. Without an account, or over the limit, the same work is done and nothing is sent: nobody can tell.
   * @param pending what the signup said; a code sent again stands for what the one before it did
   */
  async send(account: AccountRow | null, purpose: CodePurpose, pending?: PendingSignup): Promise<void> {
    const { code, codeHash } = await this.secrets.makeCode();
    const accountId = idOf(account);
    await this.db.transaction(async (tx) => {
      await this.repository.lock(tx, `codes of ${accountId}`);
      const sent = await this.repository.codesOfLastHour(tx, accountId);
      if (!account || sent >= this.config.CODES_PER_HOUR) return;
      const expiresAt = new Date(Date.now() + codeLifetimeMs);
      const said = pending ?? (await this.repository.newestCode(tx, accountId, purpose))?.pending ?? null;
      const id = await this.repository.insertCode(tx, { accountId, purpose, codeHash, expiresAt, pending: said });
      await this.outbox.job(tx, sendMail, this.mail({ ...account, ...said }, purpose, code), {
        key: `${purpose}-code-${id}`,
        notAfter: expiresAt,
      });
    });
  }

  /**
   * Uses up the account's newest code, and does `then` in the same transaction.
   * @throws AppError OTP_INVALID, whatever is wrong with the code or the account
   */
  async redeem<T>(
    account: AccountRow | null,
    purpose: CodePurpose,
    given: string,
    then: (tx: Tx, account: AccountRow, code: CodeRow) => Promise<T>,
  ): Promise<T> {
    const code = await this.takeTry(idOf(account), purpose);
    const matches = await this.secrets.isCode(code?.codeHash, given);
    if (!account || !code || !matches) throw new AppError('OTP_INVALID');
    return this.db.transaction(async (tx) => {
      if (!(await this.repository.useCode(tx, code.id))) throw new AppError('OTP_INVALID');
      return then(tx, account, code);
    });
  }

  /** Counts the try before the code is compared: parallel guesses cannot exceed the limits, and no connection waits for a hash. */
  private takeTry(accountId: string, purpose: CodePurpose): Promise<CodeRow | null> {
    return this.db.transaction(async (tx) => {
      await this.repository.lock(tx, `codes of ${accountId}`);
      const code = await this.repository.newestCode(tx, accountId, purpose);
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
