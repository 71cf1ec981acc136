import { createHash } from 'node:crypto';
import type { AuditEntry } from '@tradepost/contracts/audit';

/** What precedes the first entry of a chain. */
export const genesis = '0'.repeat(64);

export type Hashed = Omit<AuditEntry, 'hash' | 'companyId' | 'at'> & { chainId: string; at: Date };

/** The entry as it is hashed: keys in this order, times in ISO UTC, absent values null, no white space. */
export const canonical = ({
  id,
  chainId,
  sequence,
  at,
  action,
  actor,
  actorId,
  ip,
  requestId,
  message,
}: Hashed): string =>
  JSON.stringify({ id, chainId, sequence, at: at.toISOString(), action, actor, actorId, ip, requestId, message });

/** SHA-256(0x01 ‖ previous hash ‖ canonical JSON), lower-case hex. */
export const hashOf = (previous: string, entry: Hashed): string =>
  createHash('sha256')
    .update(Buffer.from([1]))
    .update(Buffer.from(previous, 'hex'))
    .update(canonical(entry))
    .digest('hex');

/** One value for many chains: what came before, then this chain and its end. Lower-case hex. */
export const joined = (before: string, chainId: string, head: string): string =>
  createHash('sha256').update(`${before}${chainId}${head}`).digest('hex');
