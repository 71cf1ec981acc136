import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import type { ArchiveStatus, TransferStatus } from '@tradepost/contracts/requests';

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

/** By the server's own record and clock; withdrawn says more than expired. */
export function transferStatus({ revokedAt, expiresAt }: { revokedAt: Date | null; expiresAt: Date }, now: Date): TransferStatus {
  if (revokedAt) return 'revoked';
  return expiresAt > now ? 'live' : 'expired';
}

/** @throws AppError TRANSFER_REVOKED, TRANSFER_EXPIRED */
export function assertLive(transfer: { revokedAt: Date | null; expiresAt: Date }, now: Date): void {
  const status = transferStatus(transfer, now);
  if (status === 'revoked') throw new AppError('TRANSFER_REVOKED');
  if (status === 'expired') throw new AppError('TRANSFER_EXPIRED');
}

/** A failed build may be tried again and succeed; a finished archive stays. */
const archiveNext: Record<ArchiveStatus, readonly ArchiveStatus[]> = { building: ['ready', 'failed'], failed: ['ready'], ready: [] };

/** Whether news of this generation's build changes the archive; what an older build says does not count. */
export const archiveMayBecome = (
  { generation, archiveStatus }: { generation: number; archiveStatus: ArchiveStatus },
  built: number,
  to: ArchiveStatus,
) => generation === built && archiveNext[archiveStatus].includes(to);
