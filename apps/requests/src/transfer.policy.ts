import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import type { ArchiveStatus, TransferStatus } from '@tradepost/contracts/requests';
import type { TransferGrants } from '@tradepost/contracts/sealed';

interface Parties {
  senderCompanyId: string;
  receiverUserId: string;
}

type Person = Pick<UserActor, 'userId' | 'companyId'>;

/** The sender's company alone may withdraw a transfer. */
export const isSender = ({ companyId }: Person, { senderCompanyId }: Parties) => companyId === senderCompanyId;

/** Its receiver and its sender's company may read a transfer, nobody else. */
export const canReadTransfer = (actor: Person, parties: Parties) =>
  actor.userId === parties.receiverUserId || isSender(actor, parties);

/** What can be done with a transfer, other than reading about it in a list. */
export type TransferAction = 'open' | 'extend' | 'mail-link' | 'revoke' | 'ask-again';

interface Life {
  revokedAt: Date | null;
  revokeReason: string | null;
  expiresAt: Date;
}

/** Expired is not the end: it may be extended while the files are kept. Withdrawn is, and withdrawing again changes nothing. */
const actions: Record<TransferStatus, readonly TransferAction[]> = {
  live: ['open', 'extend', 'mail-link', 'revoke'],
  expired: ['extend', 'revoke', 'ask-again'],
  revoked: ['revoke', 'ask-again'],
};

/** By the server's own record and clock; withdrawn says more than expired. */
export function transferStatus(
  { revokedAt, expiresAt }: Pick<Life, 'revokedAt' | 'expiresAt'>,
  now: Date,
): TransferStatus {
  if (revokedAt) return 'revoked';
  return expiresAt > now ? 'live' : 'expired';
}

/** @throws AppError TRANSFER_REVOKED, TRANSFER_EXPIRED, TRANSFER_LIVE */
export function assertMay(action: TransferAction, transfer: Life, now: Date): void {
  const status = transferStatus(transfer, now);
  if (actions[status].includes(action)) return;
  if (status === 'live') throw new AppError('TRANSFER_LIVE');
  if (status === 'expired') throw new AppError('TRANSFER_EXPIRED');
  const { revokeReason } = transfer;
  throw new AppError(
    'TRANSFER_REVOKED',
    revokeReason ? { message: `The sender has withdrawn this transfer: ${revokeReason}` } : {},
  );
}

/** The sealed files were given to a key that is not the receiver's any more. */
export const keyLost = (given: TransferGrants | null, currentKeyId: string | null) =>
  !!given && given.grants.some(({ recipientKeyId }) => recipientKeyId !== currentKeyId);

/** @throws AppError INVALID when a new expiry is not after the present one */
export function assertLater(expiry: Date, { expiresAt }: Pick<Life, 'expiresAt'>): void {
  if (expiry > expiresAt) return;
  const message = 'The new expiry must be later than the present one.';
  throw new AppError('INVALID', { message, errors: [{ field: 'expiry', message }] });
}

const dayMs = 24 * 3_600_000;

/** A day before the end, but not before half the time is over; never for a transfer of less than a day. */
export function reminderTime(from: Date, expiresAt: Date): Date | null {
  const life = expiresAt.getTime() - from.getTime();
  if (life < dayMs) return null;
  return new Date(Math.max(expiresAt.getTime() - dayMs, from.getTime() + life / 2));
}

const linkEveryMs = 60_000;

/** @throws AppError TOO_MANY within a minute of the last mail */
export function assertMailAgain(lastMailed: Date | null, now: Date): void {
  const leftMs = lastMailed ? lastMailed.getTime() + linkEveryMs - now.getTime() : 0;
  if (leftMs > 0)
    throw new AppError('TOO_MANY', {
      message: 'The link was mailed a moment ago. Please wait a minute.',
      retryAfter: Math.ceil(leftMs / 1000),
    });
}

const resumeMs = dayMs;

/** Whether bytes that do not begin a download belong to one that was counted. */
export const goesOn = (lastStart: Date | null, now: Date) =>
  lastStart !== null && now.getTime() - lastStart.getTime() < resumeMs;

/** A failed build may be tried again and succeed; a finished archive stays. */
const archiveNext: Record<ArchiveStatus, readonly ArchiveStatus[]> = {
  building: ['ready', 'failed'],
  failed: ['ready'],
  ready: [],
};

/** Whether news of this generation's build changes the archive; what an older build says does not count. */
export const archiveMayBecome = (
  { generation, archiveStatus }: { generation: number; archiveStatus: ArchiveStatus },
  built: number,
  to: ArchiveStatus,
) => generation === built && archiveNext[archiveStatus].includes(to);
