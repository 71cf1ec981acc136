import { Inject, Injectable } from '@nestjs/common';
import { sendMail, type Mail } from '@tradepost/contracts/jobs';
import { Db } from '@tradepost/service-kit/database';
import { Outbox } from '@tradepost/service-kit/outbox';
import { CodeRow, type AccountRow, type CodePurpose } from './accounts.entity';
import { codeLifetimeMs, triesPerCode } from './accounts.policy';
import { AccountsRepository } from './accounts.repository';
import { CONFIG, type IdentityConfig } from './config';
import { Secrets } from './secrets';

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

  /** Mails a code. Without an account, or over the limit, the same work is done and nothing is sent: nobody can tell. */
  async send(account: AccountRow | null, purpose: CodePurpose): Promise<void> {
    const { code, codeHash } = await this.secrets.makeCode();
    await this.db.transaction(async (tx) => {
      await this.repository.lock(tx, `codes of ${account?.id ?? 'nobody'}`);
      if (!account || (await this.repository.codesOfLastHour(tx, account.id)) >= this.config.CODES_PER_HOUR) return;
      const expiresAt = new Date(Date.now() + codeLifetimeMs);
      const id = await this.repository.insertCode(tx, { accountId: account.id, purpose, codeHash, expiresAt });
      await this.outbox.job(tx, sendMail, this.mail(account, purpose, code), { key: `${purpose}-code-${id}`, notAfter: expiresAt });
    });
  }

  /** Whether the code is the account's newest, unused, in time and within its tries; uses it up, or counts the try. */
  async redeem(account: AccountRow | null, purpose: CodePurpose, given: string): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      await this.repository.lock(tx, `codes of ${account?.id ?? 'nobody'}`);
      const code = account && (await this.repository.newestCode(tx, account.id, purpose));
      const isOpen = code && !code.usedAt && code.expiresAt > new Date() && code.tries < triesPerCode;
      const mayTry = isOpen && (await this.repository.triesOfLastDay(tx, account.id)) < this.config.CODE_TRIES_PER_DAY;
      const matches = await this.secrets.isCode(mayTry ? code.codeHash : undefined, given);
      if (!mayTry) return false;
      await tx.update(CodeRow, code.id, matches ? { usedAt: new Date() } : { tries: code.tries + 1 });
      return matches;
    });
  }

  private mail({ email, firstName }: AccountRow, purpose: CodePurpose, code: string): Mail {
    if (purpose === 'password-reset') return { template: 'reset-code', to: email, data: { firstName, code } };
    const link = `${this.config.ORIGIN}/check-email?${new URLSearchParams({ email, code })}`;
    return { template: 'signup-code', to: email, data: { firstName, code, link } };
  }
}
