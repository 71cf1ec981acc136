import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { Admission } from '@tradepost/service-kit/limits/admission';
import type { FastifyRequest } from 'fastify';
import { heldBytesOf, readForm, type FormFile, type FormLimits } from './multipart';

/** Bounds how many uploads run at once, and the memory that they may hold, before their first byte is read. */
@Injectable()
export class UploadAdmission {
  constructor(private readonly admission: Admission) {}

  /** As `readForm`. @throws AppError TOO_MANY */
  readForm(
    actor: UserActor,
    request: FastifyRequest,
    limits: FormLimits,
    onFile: (file: FormFile, fields: Record<string, string>) => Promise<void>,
  ): Promise<Record<string, string>> {
    // the bytes that arrive and their copies: a small form needs no more memory
    const announced = Number(request.raw.headers['content-length'] ?? Infinity);
    return this.run(actor, request, Math.min(heldBytesOf(limits), 2 * announced), () =>
      readForm(request, limits, onFile),
    );
  }

  /** @param bytes that the upload may hold in memory @throws AppError TOO_MANY, or the error of `work` */
  async run<T>(
    { userId, companyId }: UserActor,
    { raw }: FastifyRequest,
    bytes: number,
    work: () => Promise<T>,
  ): Promise<T> {
    const leave = this.admission.enter([
      { limit: 'formsOfAccount', key: userId },
      { limit: 'formsOfCompany', key: companyId ?? userId },
      { limit: 'forms', key: '' },
      { limit: 'formBytesOfAccount', key: userId, amount: bytes },
      { limit: 'formBytes', key: '', amount: bytes },
    ]);
    try {
      const result = await work();
      leave();
      return result;
    } catch (error) {
      // what was read ahead of a refusal stays in memory as long as the connection
      if (raw.complete || raw.destroyed) leave();
      else raw.once('close', leave);
      throw error;
    }
  }
}
