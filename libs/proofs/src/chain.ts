import { createHash } from 'node:crypto';
import type { AuditEntry } from '@tradepost/contracts/audit';

/** The previous hash of the first entry of a chain. */
export const genesis = '0'.repeat(64);

export type HashableEntry = Omit<AuditEntry, 'hash' | 'companyId' | 'at'> & { chainId: string; at: Date };

/** The JSON that is hashed: keys in this order, times in ISO 8601 UTC, absent values null, no white space. */
export const canonicalJson = ({
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
}: HashableEntry): string =>
  JSON.stringify({ id, chainId, sequence, at: at.toISOString(), action, actor, actorId, ip, requestId, message });

/** SHA-256(0x01 ‖ previous hash ‖ canonical JSON), lower-case hex. */
export const entryHash = (previous: string, entry: HashableEntry): string =>
  createHash('sha256')
    .update(Buffer.from([1]))
    .update(Buffer.from(previous, 'hex'))
    .update(canonicalJson(entry))
    .digest('hex');

/** Combines the heads of many chains into one hash: SHA-256 of previous value, chain id and head. Lower-case hex. */
export const combineHeads = (before: string, chainId: string, head: string): string =>
  createHash('sha256').update(`${before}${chainId}${head}`).digest('hex');
