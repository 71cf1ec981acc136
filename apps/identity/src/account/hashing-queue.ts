import { Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { Admission } from '@tradepost/service-kit/limits/admission';
import { callerNetwork } from '@tradepost/service-kit/limits/network';

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
