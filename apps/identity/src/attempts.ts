import { availableParallelism } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { AppError, type ErrorCode } from '@tradepost/contracts/errors';
import { loginDelay } from './accounts.policy';
import { AccountsRepository } from './accounts.repository';
import { CONFIG, type IdentityConfig } from './config';
import { Turns } from './turns';

const windowMs = 15 * 60_000;

/** Stands where a failed login names its account. */
const wrongKey = 'api key';

const guesses = new Set<ErrorCode>(['BAD_CREDENTIALS', 'TOTP_INVALID', 'PASSWORD_WRONG']);

/** Guesses at an account's secrets: counted, slowed down, and refused when there are too many. */
@Injectable()
export class Attempts {
  /** A failure is counted before the next attempt begins, or parallel guesses would outrun the limits. */
  private readonly turns = new Turns(availableParallelism());

  constructor(
    private readonly repository: AccountsRepository,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  /**
   * Runs what compares a secret; a wrong one is counted for account and address, a right one forgets what was counted.
   * @throws AppError TOO_MANY, or whatever `guess` threw
   */
  run<T>(email: string, actor: Actor, guess: () => Promise<T>): Promise<T> {
    const key = email.toLowerCase();
    const address = actor.kind === 'system' ? 'system' : actor.ip;
    return this.turns.run(async () => {
      const now = new Date();
      const failures = await this.repository.failuresSince(new Date(now.getTime() - windowMs), key, address);
      const retryAfter = loginDelay(failures, this.limits(), now);
      if (retryAfter > 0) throw new AppError('TOO_MANY', { retryAfter });
      try {
        const right = await guess();
        if (failures.ofPair.length > 0) await this.repository.forgetFailures(key, address);
        return right;
      } catch (error) {
        if (error instanceof AppError && guesses.has(error.code)) await this.repository.recordFailure(key, address);
        throw error;
      }
    });
  }

  /**
   * Counts a wrong key for its address, as a failed login is. A right key is never held up by this: its secret cannot be
   * guessed, and others behind the same address could stop a company's work with it.
   * @throws AppError UNAUTHENTICATED, TOO_MANY once there were too many
   */
  async refuseKey(address: string): Promise<never> {
    const now = new Date();
    const { ofAddress } = await this.repository.failuresSince(new Date(now.getTime() - windowMs), wrongKey, address);
    const retryAfter = loginDelay({ ofPair: [], ofAccount: 0, ofAddress }, this.limits(), now);
    if (retryAfter > 0) throw new AppError('TOO_MANY', { retryAfter });
    await this.repository.recordFailure(wrongKey, address);
    throw new AppError('UNAUTHENTICATED');
  }

  private limits() {
    const {
      LOGIN_FREE_FAILURES: freeFailures,
      LOGIN_FAILURES_PER_ACCOUNT: perAccount,
      LOGIN_FAILURES_PER_ADDRESS: perAddress,
    } = this.config;
    return { freeFailures, perAccount, perAddress };
  }
}
