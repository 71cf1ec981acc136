import { createHash } from 'node:crypto';
import type { AuditEntry } from '@tradepost/contracts/audit';

/** The previous hash of the first entry of a chain. */
export const genesis = '0'.repeat(64);

/** Actor, IP address and message contain personal texts. */
export type PlainEntry = Omit<AuditEntry, 'hash' | 'companyId' | 'at'> & { chainId: string; at: Date };

/** Actor, IP address and message refer to personal texts; `commitments` has their hashes. */
export type HashableEntry = PlainEntry & { commitments: readonly string[] };

/** Keys in this order, times in ISO 8601 UTC, absent values null. */
const canonical = ({ id, chainId, sequence, at, action, actor, actorId, ip, requestId, message }: PlainEntry) => ({
  ...{ id, chainId, sequence, at: at.toISOString(), action },
  ...{ actor, actorId, ip, requestId, message },
});

/** SHA-256(version ‖ previous hash ‖ JSON without white space), lower-case hex. */
const hashOf = (version: number, previous: string, content: object): string =>
  createHash('sha256')
    .update(Buffer.from([version]))
    .update(Buffer.from(previous, 'hex'))
    .update(JSON.stringify(content))
    .digest('hex');

/** SHA-256(0x02 ‖ previous hash ‖ canonical JSON), lower-case hex. */
export const entryHash = (previous: string, entry: HashableEntry): string =>
  hashOf(2, previous, { ...canonical(entry), commitments: entry.commitments });

/** The hash of entries before they referred to personal texts: exports from then are verified by it. */
export const plainEntryHash = (previous: string, entry: PlainEntry): string => hashOf(1, previous, canonical(entry));

/** Combines the heads of many chains into one hash: SHA-256 of previous value, chain id and head. Lower-case hex. */
export const combineHeads = (before: string, chainId: string, head: string): string =>
  createHash('sha256').update(`${before}${chainId}${head}`).digest('hex');
