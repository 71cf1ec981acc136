import { availableParallelism } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { AppError, type ErrorCode } from '@tradepost/contracts/errors';
import { addressKey } from '@tradepost/contracts/values/address';
import { Semaphore } from '@tradepost/service-kit/runtime/semaphore';
import { CONFIG, type IdentityConfig } from '../config';
import { LoginFailuresRepository, type LoginFailures, type Pair } from './login-failures.repository';
import { failureWindowMs, loginDelay } from './session.policy';

/** Recorded in place of the account when a wrong API key is counted. */
const apiKeyAccount = 'api key';

/** Errors that count as a wrong guess. */
const wrongGuess = new Set<ErrorCode>(['BAD_CREDENTIALS', 'TOTP_INVALID', 'PASSWORD_WRONG']);

const pairOf = (email: string, actor: Actor): Pair => ({
  email: addressKey(email),
  address: actor.kind === 'system' ? 'system' : actor.ip,
});

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
   * @param counted the id of a guess that `count` has counted: it does not delay itself, and is taken back if the secret was right
   * @throws AppError TOO_MANY, or the error of `guess`
   */
  run<T>(email: string, actor: Actor, guess: () => Promise<T>, counted?: string): Promise<T> {
    const pair = pairOf(email, actor);
    return this.guesses.run(async () => {
      const failures = await this.assertMayGuess(pair, counted);
      try {
        const result = await guess();
        // a guess may have been counted on another network than the one that proves it
        if (counted) await this.failures.remove(counted);
        if (counted || failures.ofPair.length > 0) await this.failures.clear(pair);
        return result;
      } catch (error) {
        const isWrong = error instanceof AppError && wrongGuess.has(error.code);
        if (isWrong && !counted) await this.failures.record(pair);
        if (!isWrong && counted) await this.failures.remove(counted);
        throw error;
      }
    });
  }

  /**
   * Counts a guess in advance, because the caller alone will know whether it is right. @param id of this guess, for `run`
   * @throws AppError TOO_MANY, or the error of `answer`, which counts nothing
   */
  count<T>(email: string, actor: Actor, id: string, answer: () => T): Promise<T> {
    const pair = pairOf(email, actor);
    return this.guesses.run(async () => {
      await this.assertMayGuess(pair);
      const answered = answer();
      await this.failures.record(pair, id);
      return answered;
    });
  }

  /**
   * Counts a wrong API key for its address, like a failed login. Right keys are never delayed: their secret cannot be
   * guessed, and other callers behind the same address could block a company's programs.
   * @throws AppError UNAUTHENTICATED, TOO_MANY above the limit
   */
  async rejectApiKey(address: string): Promise<never> {
    const now = new Date();
    const since = new Date(now.getTime() - failureWindowMs);
    const { ofAddress } = await this.failures.since(since, { email: apiKeyAccount, address });
    const retryAfter = loginDelay({ ofPair: [], ofAccount: 0, ofAddress }, this.limits(), now);
    if (retryAfter > 0) throw new AppError('TOO_MANY', { retryAfter });
    await this.failures.record({ email: apiKeyAccount, address });
    throw new AppError('UNAUTHENTICATED');
  }

  /** @param except a guess that does not count @throws AppError TOO_MANY */
  private async assertMayGuess(pair: Pair, except?: string): Promise<LoginFailures> {
    const now = new Date();
    const failures = await this.failures.since(new Date(now.getTime() - failureWindowMs), pair, except);
    const retryAfter = loginDelay(failures, this.limits(), now);
    if (retryAfter > 0) throw new AppError('TOO_MANY', { retryAfter });
    return failures;
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
