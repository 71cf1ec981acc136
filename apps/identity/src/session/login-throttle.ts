import { Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { AppError, type ErrorCode } from '@tradepost/contracts/errors';
import { addressKey } from '@tradepost/contracts/values/address';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Governor } from '@tradepost/service-kit/limits/governor';
import type { Clearing, Counting, Use, Used, UsesToRead } from '@tradepost/service-kit/limits/governor.repository';
import { windowStart } from '@tradepost/service-kit/limits/limit.policy';
import { callerNetwork, networkOf } from '@tradepost/service-kit/limits/network';
import { Turns } from '@tradepost/service-kit/runtime/turns';
import { hashingWait, HashingQueue } from '../account/hashing-queue';
import { deviceOf, KnownDevices } from './known-devices';
import { loginRefusal } from './session.policy';

const useOfDevice = (account: string, device: string) =>
  ({ limit: 'loginsWithoutDelay', key: `${account} device ${device}` }) as const;

/** Errors that count as a wrong guess. */
const wrongGuess = new Set<ErrorCode>(['BAD_CREDENTIALS', 'TOTP_INVALID', 'PASSKEY_INVALID', 'PASSWORD_WRONG']);

/** A guess that `count` has counted: it does not delay itself, and is taken back if the secret was right. */
export interface Counted {
  id: string;
  /** Whether it was counted for the caller's device, because the account knew it. */
  isOfDevice: boolean;
}

/** What a wrong guess uses; the first is of the account together with its network or known device. */
interface Guess {
  uses: readonly [Use, ...Use[]];
  isKnownDevice: boolean;
}

interface GuessInto<A, T, R> {
  read: (uses: UsesToRead) => Promise<{ given: A; used: Used[] }>;
  compare: (given: A) => Promise<T>;
  then: (tx: Tx, result: T, clearing?: Clearing) => Promise<R>;
  counted: Counted | undefined;
}

/** Counts wrong guesses of an account's secrets, delays further ones, and rejects them above the limits. */
@Injectable()
export class LoginThrottle {
  /**
   * Those of one known device, which count for nothing else. A failure must be counted before the next guess starts, because parallel guesses
   * would exceed the limits. Few of strangers start at once.
   */
  private readonly ofDevice = new Turns(hashingWait);

  constructor(
    private readonly db: Db,
    private readonly governor: Governor,
    private readonly devices: KnownDevices,
    private readonly hashing: HashingQueue,
  ) {}

  /**
   * Runs `compare`, which compares a secret. A wrong guess is counted for account and network; a right one clears their count.
   * @throws AppError TOO_MANY, or the error of `compare`
   */
  run<T>(email: string, actor: Actor, compare: () => Promise<T>, counted?: Counted): Promise<T> {
    return this.guessed(email, actor, { counted }, async (_, clearing) => {
      const result = await compare();
      if (clearing) await this.db.transaction(async (tx) => this.governor.clear(tx, clearing));
      return result;
    });
  }

  /**
   * As `run`, for one secret of an account that may have others: a right guess takes back only itself. Otherwise a known password would
   * clear the wrong codes of the second step.
   */
  runAlone<T>(email: string, actor: Actor, compare: () => Promise<T>, counted?: Counted): Promise<T> {
    return this.guessed(email, actor, { counted }, async () => {
      const result = await compare();
      if (counted) await this.db.transaction((tx) => this.governor.giveBack(tx, counted.id));
      return result;
    });
  }

  /**
   * As `run`. @param read what the comparison needs, in the statement that reads the counts @param then what follows from a right guess:
   * in its transaction it also clears the counts
   */
  runInto<A, T, R>(email: string, actor: Actor, { read, compare, then, counted }: GuessInto<A, T, R>): Promise<R> {
    return this.guessed(email, actor, { counted, read }, async (given, clearing) => {
      const result = await compare(given as A);
      return this.db.transaction((tx) => then(tx, result, clearing));
    });
  }

  /** @param work gets what was read, and what clears the counts of a right guess, if there are any */
  private async guessed<A, R>(
    email: string,
    actor: Actor,
    { counted, read }: { counted: Counted | undefined; read?: GuessInto<A, never, never>['read'] },
    work: (given: A | undefined, clearing?: Clearing) => Promise<R>,
  ): Promise<R> {
    const guess = await this.guessOf(email, actor, counted?.isOfDevice);
    return this.queued(actor, guess, async () => {
      const { used, given } = read
        ? await read(this.governor.toRead(guess.uses, counted?.id))
        : { used: await this.governor.used(this.db.read, guess.uses, counted?.id), given: undefined };
      const failures = this.assertMayGuess(guess, used);
      try {
        if (!counted && failures === 0) return await work(given);
        // a guess may have been counted on another network than the one that proves it
        return await work(given, { use: guess.uses[0], id: counted?.id });
      } catch (error) {
        const isWrong = error instanceof AppError && wrongGuess.has(error.code);
        if (isWrong && !counted) await this.db.transaction(async (tx) => this.governor.record(tx, guess.uses));
        if (!isWrong && counted) await this.db.transaction((tx) => this.governor.giveBack(tx, counted.id));
        throw error;
      }
    });
  }

  /**
   * Counts a guess in advance, because the caller alone will know whether it is right. @param id of this guess, for `run`
   * @param knowsDevice whether the account knows the caller's device, if that was read already @param store stores the guess with what belongs to it
   * @throws AppError TOO_MANY, or the error of `answer`, which counts nothing
   */
  async count<T>(
    email: string,
    actor: Actor,
    {
      id,
      answer,
      knowsDevice,
      store,
    }: { id: string; answer: () => Promise<T>; knowsDevice?: boolean; store?: (tx: Tx, counted: Counting) => void },
  ): Promise<T> {
    const guess = await this.guessOf(email, actor, knowsDevice);
    return this.queued(actor, guess, async () => {
      this.assertMayGuess(guess, await this.governor.used(this.db.read, guess.uses));
      const answered = await answer();
      await this.db.transaction(async (tx) => {
        if (store) store(tx, this.governor.counting(guess.uses, id));
        else this.governor.record(tx, guess.uses, id);
      });
      return answered;
    });
  }

  /**
   * As `count`, for a caller with a device, where it counts one guess in one statement. @param start may count `counted`, if the account knows the device
   * and nothing of it was used since this time @returns what `start` returns, which says whether it was counted
   */
  onDevice<T>(
    email: string,
    device: string,
    { id, start }: { id: string; start: (counted: Counting, since: Date) => Promise<T> },
  ): Promise<T> {
    const use = useOfDevice(addressKey(email), device);
    return this.ofDevice.run(use.key, () =>
      start(this.governor.counting([use], id), windowStart(use.limit, new Date())),
    );
  }

  /** @param answer to the guess that `onDevice` has counted @throws the error of `answer`, which takes the guess back */
  async answered<T>(id: string, answer: () => Promise<T>): Promise<T> {
    try {
      return await answer();
    } catch (error) {
      await this.db.transaction((tx) => this.governor.giveBack(tx, id));
      throw error;
    }
  }

  /**
   * Counts a wrong API key for its network, like a failed login. Right keys are never delayed: their secret cannot be
   * guessed, and other callers behind the same address could block a company's programs.
   * @throws AppError UNAUTHENTICATED, TOO_MANY above the limit
   */
  async rejectApiKey(ip: string): Promise<never> {
    await this.db.transaction((tx) => this.governor.take(tx, [{ limit: 'loginsOfNetwork', key: networkOf(ip) }]));
    throw new AppError('UNAUTHENTICATED');
  }

  /** Strangers' guesses count for the account and their network, those of a known device only for itself. */
  private async guessOf(
    email: string,
    actor: Actor,
    knowsDevice: boolean | Promise<boolean> = this.devices.knows(email, actor),
  ): Promise<Guess> {
    const account = addressKey(email);
    const device = (await knowsDevice) ? deviceOf(actor) : undefined;
    if (device) return { uses: [useOfDevice(account, device)], isKnownDevice: true };
    const network = callerNetwork(actor);
    return {
      uses: [
        { limit: 'loginsWithoutDelay', key: `${account} ${network}` },
        { limit: 'loginsOfAccount', key: account },
        { limit: 'loginsOfNetwork', key: network },
      ],
      isKnownDevice: false,
    };
  }

  private queued<T>(actor: Actor, { uses: [{ key }], isKnownDevice }: Guess, work: () => Promise<T>): Promise<T> {
    return isKnownDevice ? this.ofDevice.run(key, work) : this.hashing.run(actor, work);
  }

  /** @returns wrong guesses so far @throws AppError TOO_MANY */
  private assertMayGuess({ uses }: Guess, used: readonly Used[]): number {
    const counted = uses.map(({ limit, key }, n) => ({
      limit,
      key,
      max: this.governor.amountOf(limit, key),
      failures: used[n]?.times.map(({ at }) => at) ?? [],
    }));
    const refusal = loginRefusal(counted, new Date());
    if (refusal) throw this.governor.refusedBy(refusal.limit, refusal.key, refusal.retryAfter);
    return counted[0]?.failures.length ?? 0;
  }
}
