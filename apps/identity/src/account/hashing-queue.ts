import { Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { Admission } from '@tradepost/service-kit/limits/admission';
import { callerNetwork } from '@tradepost/service-kit/limits/network';
import { refusedBy } from '@tradepost/service-kit/limits/reached';
import { second } from '@tradepost/service-kit/runtime/durations';

/** A caller who waits longer for a core is refused: the call would end without an answer soon after. */
export const hashingWait = { ms: 8 * second, error: () => refusedBy('hashing', '', 10) };

/** Bounds how many calls of people who are not signed in wait for a hash, each of which costs memory and a core. */
@Injectable()
export class HashingQueue {
  constructor(private readonly admission: Admission) {}

  /** @throws AppError TOO_MANY, or the error of `work` */
  run<T>(actor: Actor, work: () => Promise<T>): Promise<T> {
    return this.admission.run(
      [
        { limit: 'hashingOfNetwork', key: callerNetwork(actor) },
        { limit: 'hashing', key: '' },
      ],
      work,
    );
  }
}
