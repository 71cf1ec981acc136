import type { KeyObject } from 'node:crypto';
import type { AuditEntry, Checkpoint } from '@tradepost/contracts/audit';
import { genesis, hashOf } from './chain';
import { publicKeysById } from './key-id';
import { isGenuine } from './checkpoint';

export interface Verified {
  entries: number;
  chains: number;
  /** Checkpoints that were met, and whose signatures are right where a key was given. */
  checkpoints: number;
  /** Chains whose last entry has a checkpoint: nothing was cut off behind it. */
  signedEnds: number;
}

/** A line that is not as it left the house. */
export class BrokenLine extends Error {
  constructor(
    readonly line: number,
    why: string,
  ) {
    super(`Line ${line}: ${why}`);
  }
}

/** The keys in a file: one PEM, or what `GET /admin/audit/key` answers. */
export function publicKeysIn(text: string): string[] {
  if (!text.trimStart().startsWith('{')) return [text];
  const { publicKey, previous = [] } = JSON.parse(text) as { publicKey: string; previous?: string[] };
  return [publicKey, ...previous];
}

type Keys = ReadonlyMap<string, KeyObject>;

interface Chain {
  sequence: number;
  head: string;
  isSigned: boolean;
}

/**
 * Checks an export of whole chains (JSON Lines, see `GET /admin/audit/export`) by itself: every hash, every signature.
 * @param pems public keys checkpoints were signed with; null: their signatures are taken on trust
 * @throws BrokenLine naming the first that is not right
 */
export async function verifyExport(lines: AsyncIterable<string>, pems: readonly string[] | null): Promise<Verified> {
  const keys = pems && publicKeysById(pems);
  const chains = new Map<string, Chain>();
  const found = { entries: 0, checkpoints: 0 };
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line === '') continue;
    found[take(chains, line, keys, number)] += 1;
  }
  return { ...found, chains: chains.size, signedEnds: [...chains.values()].filter(({ isSigned }) => isSigned).length };
}

/** What an edited line holds can be anything: whatever cannot be read is broken there. */
function take(chains: Map<string, Chain>, text: string, keys: Keys | null, line: number): 'entries' | 'checkpoints' {
  try {
    const item = JSON.parse(text) as AuditEntry | { checkpoint: Checkpoint };
    if (!('checkpoint' in item)) {
      takeEntry(chains, item, line);
      return 'entries';
    }
    takeCheckpoint(chains, item.checkpoint, keys, line);
    return 'checkpoints';
  } catch (error) {
    if (error instanceof BrokenLine) throw error;
    throw new BrokenLine(line, `neither an entry nor a checkpoint (${(error as Error).message})`);
  }
}

function takeCheckpoint(chains: Map<string, Chain>, checkpoint: Checkpoint, keys: Keys | null, line: number): void {
  const { companyId, sequence, head, keyId } = checkpoint;
  if (keyId && keys && !keys.has(keyId))
    throw new BrokenLine(line, `the checkpoint is signed by key ${keyId}, which was not given`);
  if (keys && !isGenuine(checkpoint, keys)) throw new BrokenLine(line, 'the signature of the checkpoint is not right');
  const chain = chains.get(companyId);
  if (chain && (chain.sequence !== sequence || chain.head !== head))
    throw new BrokenLine(line, 'the checkpoint is about another entry than the one before it');
  chains.set(companyId, { sequence, head, isSigned: true });
}

function takeEntry(
  chains: Map<string, Chain>,
  { companyId: chainId, hash, at, ...entry }: AuditEntry,
  line: number,
): void {
  const { sequence, head } = chains.get(chainId) ?? { sequence: 0, head: genesis };
  if (entry.sequence !== sequence + 1)
    throw new BrokenLine(line, `entry ${entry.sequence} of ${chainId} follows entry ${sequence}`);
  if (hashOf(head, { ...entry, chainId, at: new Date(at) }) !== hash)
    throw new BrokenLine(line, `entry ${entry.id} is not as it was written`);
  chains.set(chainId, { sequence: entry.sequence, head: hash, isSigned: false });
}
