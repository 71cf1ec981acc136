import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { Admission } from '@tradepost/service-kit/limits/admission';
import { callerNetwork } from '@tradepost/service-kit/limits/network';
import { refusedBy } from '@tradepost/service-kit/limits/reached';
import { second } from '@tradepost/service-kit/runtime/durations';
import { Semaphore } from '@tradepost/service-kit/runtime/semaphore';

/** A caller who waits longer for a core is refused: the call would end without an answer soon after. */
export const hashingWait = { ms: 8 * second, error: () => refusedBy('hashing', '', 10) };

/**
 * Bounds how many calls of people who are not signed in wait for a hash, each of which costs memory and a core. Networks take turns, and only a few
 * calls of all go on to the hashes: known devices do not wait behind the others.
 */
@Injectable()
export class HashingQueue {
  private readonly turns = new Semaphore(availableParallelism(), hashingWait);

  constructor(private readonly admission: Admission) {}

  /** @throws AppError TOO_MANY, or the error of `work` */
  run<T>(actor: Actor, work: () => Promise<T>): Promise<T> {
    const network = callerNetwork(actor);
    return this.admission.run(
      [
        { limit: 'hashingOfNetwork', key: network },
        { limit: 'hashing', key: '' },
      ],
      () => this.turns.run(work, network),
    );
  }
}
