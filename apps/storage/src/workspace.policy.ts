import type { KycStatus, UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';

export const leaseMs = 15 * 60_000;
export const binMs = 30 * 24 * 3_600_000;

const forbidden = /[/\\\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const longestBytes = 255;

/** A name as it is kept: NFC, without separators, control or direction characters, never empty, at most 255 bytes; the extension stays. */
export function cleanName(given: string): string {
  const name = given.normalize('NFC').replace(forbidden, '').trim().replace(/^\.+$/, '');
  if (!name) return 'file';
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : '';
  let stem = extension ? name.slice(0, dot) : name;
  while (Buffer.byteLength(stem + extension) > longestBytes && stem.length > 1) stem = [...stem].slice(0, -1).join('');
  return stem + extension;
}

/** `a.csv`, then `a (2).csv`, and so on. */
export function numbered(name: string, n: number): string {
  if (n === 1) return name;
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)} (${n})${name.slice(dot)}` : `${name} (${n})`;
}

/** Everything stays readable under review; only a company in good standing delivers. @throws AppError KYC_NOT_GOOD */
export function checkMayDeliver(kycStatus: KycStatus): void {
  if (kycStatus === 'Rejected' || kycStatus === 'Changes requested') throw new AppError('KYC_NOT_GOOD');
}

/** @throws AppError COMPANY_MISSING */
export function companyOf({ companyId, companyName }: Pick<UserActor, 'companyId' | 'companyName'>): { companyId: string; companyName: string } {
  if (!companyId) throw new AppError('COMPANY_MISSING');
  return { companyId, companyName: companyName ?? '' };
}
