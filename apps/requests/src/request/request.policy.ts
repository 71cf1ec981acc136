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

/** Only an undecided request can be withdrawn. @throws AppError REQUEST_NOT_PENDING */
export function assertPending(status: RequestStatus): void {
  if (status !== 'pending') throw new AppError('REQUEST_NOT_PENDING');
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
 * The files that the sender gives, in the order of the request; all of them without a selection.
 * @throws AppError INVALID for a file that is not in the request
 */
export function selectFiles(requested: string[], selected: string[] | undefined): string[] {
  if (!selected) return requested;
  if (selected.every((id) => requested.includes(id))) return requested.filter((id) => selected.includes(id));
  const message = 'Choose only files of this request';
  throw new AppError('INVALID', { message, errors: [{ field: 'fileIds', message }] });
}

/** The files grouped by company, in their order. */
export function byCompany<F extends { companyId: string }>(files: F[]): F[][] {
  const groups = new Map<string, F[]>();
  for (const file of files) groups.set(file.companyId, [...(groups.get(file.companyId) ?? []), file]);
  return [...groups.values()];
}

/** The found files in the order of `fileIds`. */
export function inOrder<F extends { fileId: string }>(fileIds: string[], found: F[]): F[] {
  const byId = new Map(found.map((file) => [file.fileId, file]));
  return fileIds.flatMap((id) => byId.get(id) ?? []);
}
