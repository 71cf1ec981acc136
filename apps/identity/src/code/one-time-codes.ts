import { Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import { sendMail, type Mail } from '@tradepost/contracts/jobs';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { Governor } from '@tradepost/service-kit/limits/governor';
import type { Use } from '@tradepost/service-kit/limits/governor.repository';
import { PepperedCodes } from '@tradepost/service-kit/security/peppered-codes';
import { v7 as uuidv7 } from 'uuid';
import type { AccountRow } from '../account/account.entity';
import type { CodePurpose, CodeRow } from './code.entity';
import { codeLifetimeMs, isOpen } from './code.policy';
import { CodesRepository } from './codes.repository';

/** An account, or a signup attempt. Calls with one `lock` are serialized. */
export interface CodeOwner {
  id: string;
  lock: string;
  /** What a wrong try uses. */
  tries: readonly Use[];
}

const lockOf = (accountId: string) => `codes of ${accountId}`;

/** For an unknown address: a random id, so that the same queries run. */
function nobody(): CodeOwner {
  const id = uuidv7();
  return { id, lock: id, tries: [] };
}

/** Codes for signup, password reset and the handover of a company: mailed, usable once, limited in number and tries. Only the newest code counts. */
@Injectable()
export class OneTimeCodes {
  constructor(
    private readonly db: Db,
    private readonly repository: CodesRepository,
    private readonly pepperedCodes: PepperedCodes,
    private readonly outbox: Outbox,
    private readonly governor: Governor,
  ) {}

  /** @param as names the account, or one of its known devices, which has tries of its own */
  accountOwner(account: AccountRow | null, as: string): CodeOwner | null {
    if (!account) return null;
    return { id: account.id, lock: lockOf(account.id), tries: [{ limit: 'codeTries', key: as }] };
  }

  /** No code of the account is used until the transaction ends. */
  lock(tx: Tx, accountId: string): Promise<void> {
    return this.repository.lock(tx, lockOf(accountId));
  }

  /** Mails a code. Without an owner it does the same work but sends nothing, so that timing does not reveal accounts. */
  async send(given: CodeOwner | null, purpose: CodePurpose, mail: (code: string) => Mail): Promise<void> {
    const { code, codeHash } = await this.pepperedCodes.create();
    const { id: accountId, lock } = given ?? nobody();
    await this.db.transaction(async (tx) => {
      await this.repository.lock(tx, lock);
      if (!given) return;
      const expiresAt = new Date(Date.now() + codeLifetimeMs);
      const id = await this.repository.insert(tx, { accountId, purpose, codeHash, expiresAt });
      await this.outbox.job(tx, sendMail, mail(code), { key: `${purpose}-code-${id}`, notAfter: expiresAt });
    });
  }

  /**
   * Uses the owner's newest code and runs `then` in the same transaction.
   * @throws AppError OTP_INVALID for every kind of wrong code or address
   */
  async redeem<T>(
    given: CodeOwner | null,
    purpose: CodePurpose,
    otp: string,
    then: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const owner = given ?? nobody();
    const triedAs = uuidv7();
    const code = await this.takeTry(owner, purpose, triedAs);
    const matches = await this.pepperedCodes.verify(code?.codeHash, otp);
    if (!code || !matches) throw new AppError('OTP_INVALID');
    return this.db.transaction(async (tx) => {
      await this.repository.lock(tx, owner.lock);
      if (!(await this.repository.markUsed(tx, code.id))) throw new AppError('OTP_INVALID');
      await this.governor.giveBack(tx, triedAs);
      return then(tx);
    });
  }

  /**
   * Counts the try before the code is compared: parallel guesses cannot exceed the limits, and no connection waits for a hash.
   * @param triedAs the id of this try
   */
  private takeTry({ id, lock, tries }: CodeOwner, purpose: CodePurpose, triedAs: string): Promise<CodeRow | null> {
    return this.db.transaction(async (tx) => {
      await this.repository.lock(tx, lock);
      const code = await this.repository.newest(tx, id, purpose);
      if (!code || !isOpen(code, new Date())) return null;
      if (!(await this.governor.tryTake(tx, tries, triedAs))) return null;
      await this.repository.countTry(tx, code.id);
      return code;
    });
  }
}
