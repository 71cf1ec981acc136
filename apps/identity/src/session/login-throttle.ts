import { availableParallelism } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { AppError, type ErrorCode } from '@tradepost/contracts/errors';
import { addressKey } from '@tradepost/contracts/values/address';
import { Semaphore } from '@tradepost/service-kit/runtime/semaphore';
import { CONFIG, type IdentityConfig } from '../config';
import { LoginFailuresRepository } from './login-failures.repository';
import { failureWindowMs, loginDelay } from './session.policy';

/** Recorded in place of the account when a wrong API key is counted. */
const apiKeyAccount = 'api key';

/** Errors that count as a wrong guess. */
const wrongGuess = new Set<ErrorCode>(['BAD_CREDENTIALS', 'TOTP_INVALID', 'PASSWORD_WRONG']);

/** Counts wrong guesses of an account's secrets, delays further ones, and rejects them above the limits. */
@Injectable()
export class LoginThrottle {
  /** Bounded, because a failure must be counted before many more guesses start; parallel guesses would exceed the limits. */
  private readonly guesses = new Semaphore(availableParallelism());

  constructor(
    private readonly failures: LoginFailuresRepository,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  /**
   * Runs `guess`, which compares a secret. A wrong guess is counted for account and address; a right one clears their count.
   * @throws AppError TOO_MANY, or the error of `guess`
   */
  run<T>(email: string, actor: Actor, guess: () => Promise<T>): Promise<T> {
    const account = addressKey(email);
    const address = actor.kind === 'system' ? 'system' : actor.ip;
    return this.guesses.run(async () => {
      const now = new Date();
      const failures = await this.failures.since(new Date(now.getTime() - failureWindowMs), account, address);
      const retryAfter = loginDelay(failures, this.limits(), now);
      if (retryAfter > 0) throw new AppError('TOO_MANY', { retryAfter });
      try {
        const result = await guess();
        if (failures.ofPair.length > 0) await this.failures.clear(account, address);
        return result;
      } catch (error) {
        if (error instanceof AppError && wrongGuess.has(error.code)) await this.failures.record(account, address);
        throw error;
      }
    });
  }

  /**
   * Counts a wrong API key for its address, like a failed login. Right keys are never delayed: their secret cannot be
   * guessed, and other callers behind the same address could block a company's programs.
   * @throws AppError UNAUTHENTICATED, TOO_MANY above the limit
   */
  async rejectApiKey(address: string): Promise<never> {
    const now = new Date();
    const { ofAddress } = await this.failures.since(new Date(now.getTime() - failureWindowMs), apiKeyAccount, address);
    const retryAfter = loginDelay({ ofPair: [], ofAccount: 0, ofAddress }, this.limits(), now);
    if (retryAfter > 0) throw new AppError('TOO_MANY', { retryAfter });
    await this.failures.record(apiKeyAccount, address);
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
