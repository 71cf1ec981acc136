import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { receiverIdOf } from '@tradepost/contracts/roles';
import type { ArchiveStatus, TransferStatus } from '@tradepost/contracts/requests';
import type { TransferGrants } from '@tradepost/contracts/encryption/sealed';
import { day, minute } from '@tradepost/service-kit/runtime/durations';

interface Parties {
  senderCompanyId: string;
  receiverUserId: string;
}

type Person = Pick<UserActor, 'userId' | 'email' | 'companyId' | 'roles' | 'owner'>;

/** Only the sender's company may revoke a transfer. */
export const isSender = ({ companyId }: Person, { senderCompanyId }: Parties) => companyId === senderCompanyId;

/** Only the receiver and the sender's company may read a transfer. */
export const canReadTransfer = (actor: Person, parties: Parties) =>
  receiverIdOf(actor) === parties.receiverUserId || isSender(actor, parties);

/** Actions on a transfer; being listed needs no permission by status. */
export type TransferAction = 'open' | 'extend' | 'mail-link' | 'revoke' | 'ask-again';

interface Lifecycle {
  revokedAt: Date | null;
  revokeReason: string | null;
  expiresAt: Date;
}

/** An expired transfer may be extended while its files are stored. A revoked one may not; revoking it again changes nothing. */
const actions: Record<TransferStatus, readonly TransferAction[]> = {
  live: ['open', 'extend', 'mail-link', 'revoke'],
  expired: ['extend', 'revoke', 'ask-again'],
  revoked: ['revoke', 'ask-again'],
};

/** By the server's clock. A transfer that is both revoked and expired counts as revoked. */
export function transferStatus(
  { revokedAt, expiresAt }: Pick<Lifecycle, 'revokedAt' | 'expiresAt'>,
  now: Date,
): TransferStatus {
  if (revokedAt) return 'revoked';
  return expiresAt > now ? 'live' : 'expired';
}

/** @throws AppError TRANSFER_REVOKED, TRANSFER_EXPIRED, TRANSFER_LIVE */
export function assertMay(action: TransferAction, transfer: Lifecycle, now: Date): void {
  const status = transferStatus(transfer, now);
  if (actions[status].includes(action)) return;
  if (status === 'live') throw new AppError('TRANSFER_LIVE');
  if (status === 'expired') throw new AppError('TRANSFER_EXPIRED');
  const { revokeReason } = transfer;
  throw new AppError(
    'TRANSFER_REVOKED',
    revokeReason ? { message: `The sender has revoked this transfer: ${revokeReason}` } : {},
  );
}

/** Whether the grants are for a key that the receiver does not have any more. */
export function keyLost(
  granted: TransferGrants | null,
  current: { keyId: string; pairId: string | null; former: readonly string[] } | null,
): boolean {
  const ids = new Set([current?.keyId, current?.pairId, ...(current?.former ?? [])]);
  return granted?.grants.some(({ recipientKeyId }) => !ids.has(recipientKeyId)) ?? false;
}

/** @throws AppError INVALID when a new expiry is not after the current one */
export function assertLater(expiry: Date, { expiresAt }: Pick<Lifecycle, 'expiresAt'>): void {
  if (expiry > expiresAt) return;
  const message = 'The new expiry must be later than the current one.';
  throw new AppError('INVALID', { message, errors: [{ field: 'expiry', message }] });
}

/** One day before the expiry, but not in the first half of the lifetime; null for a transfer of less than a day. */
export function reminderTime(from: Date, expiresAt: Date): Date | null {
  const life = expiresAt.getTime() - from.getTime();
  if (life < day) return null;
  return new Date(Math.max(expiresAt.getTime() - day, from.getTime() + life / 2));
}

const linkIntervalMs = minute;

/** @throws AppError TOO_MANY within a minute of the last mail */
export function assertMayMailAgain(lastMailed: Date | null, now: Date): void {
  const leftMs = lastMailed ? lastMailed.getTime() + linkIntervalMs - now.getTime() : 0;
  if (leftMs > 0)
    throw new AppError('TOO_MANY', {
      message: 'The link was mailed a moment ago. Please wait a minute.',
      retryAfter: Math.ceil(leftMs / 1000),
    });
}

const resumeMs = day;

/**
 * What a counted download may resume: for a day, and at most twice its bytes, since each break loses bytes that were sent. More is
 * another download.
 */
export const resumable = (size: number, now: Date) => ({ since: new Date(now.getTime() - resumeMs), most: 2 * size });

/** A retry of a failed build may still succeed; a finished archive stays. */
const archiveNext: Record<ArchiveStatus, readonly ArchiveStatus[]> = {
  building: ['ready', 'failed'],
  failed: ['ready'],
  ready: [],
};

/** Whether the result of build `built` changes the archive; results of older builds are ignored. */
export const archiveMayBecome = (
  { generation, archiveStatus }: { generation: number; archiveStatus: ArchiveStatus },
  built: number,
  to: ArchiveStatus,
) => generation === built && archiveNext[archiveStatus].includes(to);
