import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { Admission } from '@tradepost/service-kit/limits/admission';
import type { FastifyReply } from 'fastify';

/** Bounds how many exports run at once. */
@Injectable()
export class ExportAdmission {
  constructor(private readonly admission: Admission) {}

  /** Holds a place until the answer was sent or its connection broke. @throws AppError TOO_MANY, or the error of `send` */
  async run<T>({ userId }: UserActor, reply: FastifyReply, send: () => Promise<T>): Promise<T> {
    const leave = this.admission.enter([
      { limit: 'exportsOfAccount', key: userId },
      { limit: 'exports', key: '' },
    ]);
    reply.raw.once('close', leave);
    return send();
  }
}
