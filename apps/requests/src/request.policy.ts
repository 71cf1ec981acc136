import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import type { RequestStatus } from '@tradepost/contracts/requests';

/** A decision is final: nothing follows accepted or rejected. */
const next: Record<RequestStatus, readonly RequestStatus[]> = {
  pending: ['accepted', 'rejected'],
  accepted: [],
  rejected: [],
};

const maxExpiryYears = 5;

/** @throws AppError REQUEST_NOT_PENDING */
export function assertMayBecome(from: RequestStatus, to: RequestStatus): void {
  if (!next[from].includes(to)) throw new AppError('REQUEST_NOT_PENDING');
}

/** Only what is not decided yet can be taken back. @throws AppError REQUEST_NOT_PENDING */
export function assertPending(status: RequestStatus): void {
  if (status !== 'pending') throw new AppError('REQUEST_NOT_PENDING');
}

/** @throws AppError COMPANY_MISSING */
export function companyOf({ companyId }: Pick<UserActor, 'companyId'>): string {
  if (!companyId) throw new AppError('COMPANY_MISSING');
  return companyId;
}

/** @throws AppError EXPIRY_NOT_FUTURE, INVALID when it is more than five years ahead */
export function assertExpiry(expiry: Date, now: Date): void {
  if (expiry <= now) throw new AppError('EXPIRY_NOT_FUTURE');
  const latest = new Date(now);
  latest.setUTCFullYear(now.getUTCFullYear() + maxExpiryYears);
  if (expiry <= latest) return;
  const message = `Expiry time must be at most ${maxExpiryYears} years ahead.`;
  throw new AppError('INVALID', { message, errors: [{ field: 'expiry', message }] });
}

/**
 * The part of the files that is given, in the order asked for; all without a choice.
 * @throws AppError INVALID for a file that was not asked for
 */
export function chosenOf(asked: string[], chosen: string[] | undefined): string[] {
  if (!chosen) return asked;
  if (chosen.every((id) => asked.includes(id))) return asked.filter((id) => chosen.includes(id));
  const message = 'Only files of this request can be given';
  throw new AppError('INVALID', { message, errors: [{ field: 'fileIds', message }] });
}

/** The files of each company, in the order given. */
export function byCompany<F extends { companyId: string }>(files: F[]): F[][] {
  const groups = new Map<string, F[]>();
  for (const file of files) groups.set(file.companyId, [...(groups.get(file.companyId) ?? []), file]);
  return [...groups.values()];
}

/** The found files in the order of the ids asked for. */
export function inOrder<F extends { fileId: string }>(fileIds: string[], found: F[]): F[] {
  const byId = new Map(found.map((file) => [file.fileId, file]));
  return fileIds.flatMap((id) => byId.get(id) ?? []);
}
