import { createHash } from 'node:crypto';
import type { UserType } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { dialCodeOf } from '@tradepost/reference/countries';

export const codeLifetimeMs = 10 * 60_000;
const triesPerCode = 5;

/** Whether a code may still be entered. */
export const isOpen = (
  { usedAt, expiresAt, tries }: { usedAt: Date | null; expiresAt: Date; tries: number },
  now: Date,
) => usedAt === null && expiresAt > now && tries < triesPerCode;

/** The portals tell nobody apart: an admin signs in where senders do. */
export const mayEnter = (userType: UserType, portal: 'sender' | 'receiver') =>
  (portal === 'receiver') === (userType === 'receiver');

/** Admins sign in with two steps, or not at all. */
export const mustEnrol = (userType: UserType, hasTotp: boolean) => userType === 'admin' && !hasTotp;

/** The kind of browser, whatever its version. */
export const markOf = (agent: string) => createHash('sha256').update(agent.replace(/\d+/g, '')).digest('hex');

const quarterHourMs = 15 * 60_000;

export interface LoginLimits {
  freeFailures: number;
  perAccount: number;
  perAddress: number;
}

/**
 * How long a login has to wait, given the failures of the last 15 minutes.
 * @returns seconds; 0 when it may go on
 */
export function loginDelay(
  { ofPair, ofAccount, ofAddress }: { ofPair: Date[]; ofAccount: number; ofAddress: number },
  { freeFailures, perAccount, perAddress }: LoginLimits,
  now: Date,
): number {
  if (ofAccount >= perAccount || ofAddress >= perAddress) return quarterHourMs / 1000;
  const last = ofPair.at(-1);
  if (!last || ofPair.length < freeFailures) return 0;
  const waitMs = Math.min(quarterHourMs, 1_000 * 2 ** (ofPair.length - freeFailures));
  return Math.max(0, Math.ceil((last.getTime() + waitMs - now.getTime()) / 1000));
}

/** A number that begins with a plus must go on with the dial code of the country, if that is one we know. @throws AppError INVALID */
export function checkTelephone(telephoneNumber: string, country: string): void {
  const dialCode = dialCodeOf(country);
  if (!dialCode || !telephoneNumber.startsWith('+') || telephoneNumber.replace(/\D/g, '').startsWith(dialCode)) return;
  const message = `Telephone number must start with +${dialCode}`;
  throw new AppError('INVALID', { message, errors: [{ field: 'company.telephoneNumber', message }] });
}

/** An admin belongs to no company. @throws AppError NOT_ALLOWED */
export function assertMayOwnCompany(userType: UserType): void {
  if (userType === 'admin') throw new AppError('NOT_ALLOWED');
}
