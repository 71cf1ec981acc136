import type { KeyObject } from 'node:crypto';
import type { ExportedEntry, Checkpoint } from '@tradepost/contracts/audit';
import { entryHash, genesis, plainEntryHash } from './chain';
import { isCheckpointValid } from './checkpoint';
import { publicKeysById } from './key-id';
import { areCommitted, readableText } from './personal-text';

export interface ExportSummary {
  entries: number;
  chains: number;
  /** Checkpoints in the export; their signatures are valid if keys were given. */
  checkpoints: number;
  /** Chains with a checkpoint on their last entry, which proves that no later entries were removed before it. */
  signedEnds: number;
}

/** A line of the export that is invalid or was tampered with. */
export class InvalidLine extends Error {
  constructor(
    readonly line: number,
    why: string,
  ) {
    super(`Line ${line}: ${why}`);
  }
}

/** The public keys in a file: one PEM, or the answer of `GET /admin/audit/key`. */
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
 * Verifies an export of whole chains (JSON Lines, see `GET /admin/audit/export`) offline: every hash and every signature.
 * @param pems public keys of checkpoints; null: signatures are not verified
 * @throws InvalidLine for the first invalid line
 */
export async function verifyExport(
  lines: AsyncIterable<string>,
  pems: readonly string[] | null,
): Promise<ExportSummary> {
  const keys = pems && publicKeysById(pems);
  const chains = new Map<string, Chain>();
  const found = { entries: 0, checkpoints: 0 };
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line === '') continue;
    found[verifyLine(chains, line, keys, number)] += 1;
  }
  return { ...found, chains: chains.size, signedEnds: [...chains.values()].filter(({ isSigned }) => isSigned).length };
}

/** An edited line can contain anything, so every parse error makes the line invalid. */
function verifyLine(
  chains: Map<string, Chain>,
  text: string,
  keys: Keys | null,
  line: number,
): 'entries' | 'checkpoints' {
  try {
    const item = JSON.parse(text) as ExportedEntry | { checkpoint: Checkpoint };
    if (!('checkpoint' in item)) {
      verifyEntry(chains, item, line);
      return 'entries';
    }
    verifyCheckpoint(chains, item.checkpoint, keys, line);
    return 'checkpoints';
  } catch (error) {
    if (error instanceof InvalidLine) throw error;
    throw new InvalidLine(line, `neither an entry nor a checkpoint (${(error as Error).message})`);
  }
}

function verifyCheckpoint(chains: Map<string, Chain>, checkpoint: Checkpoint, keys: Keys | null, line: number): void {
  const { companyId, sequence, head, keyId } = checkpoint;
  if (keyId && keys && !keys.has(keyId))
    throw new InvalidLine(line, `the checkpoint is signed by key ${keyId}, which was not given`);
  if (keys && !isCheckpointValid(checkpoint, keys))
    throw new InvalidLine(line, 'the signature of the checkpoint is invalid');
  const chain = chains.get(companyId);
  if (chain && (chain.sequence !== sequence || chain.head !== head))
    throw new InvalidLine(line, 'the checkpoint does not match the entry before it');
  chains.set(companyId, { sequence, head, isSigned: true });
}

function verifyEntry(chains: Map<string, Chain>, item: ExportedEntry, line: number): void {
  const { companyId, id } = item;
  const { sequence, head } = chains.get(companyId) ?? { sequence: 0, head: genesis };
  if (item.sequence !== sequence + 1)
    throw new InvalidLine(line, `entry ${item.sequence} of ${companyId} follows entry ${sequence}`);
  if (hashOf(head, item) !== item.hash) throw new InvalidLine(line, `entry ${id} was tampered with`);
  if (!isReadAsHashed(item)) throw new InvalidLine(line, `a personal text of entry ${id} was tampered with`);
  chains.set(companyId, { sequence: item.sequence, head: item.hash, isSigned: false });
}

function hashOf(head: string, { companyId: chainId, at, hashed, ...entry }: ExportedEntry): string {
  const plain = { ...entry, chainId, at: new Date(at) };
  if (!hashed) return plainEntryHash(head, plain);
  const { actor, ip, message, commitments } = hashed;
  return entryHash(head, { ...plain, actor, ip, message, commitments });
}

/** Whether the readable fields match the hashed text. */
function isReadAsHashed({ actor, ip, message, hashed }: ExportedEntry): boolean {
  if (!hashed) return true;
  const { commitments, texts } = hashed;
  const isRead = (template: string | null, shown: string | null) =>
    template === null ? shown === null : readableText(template, texts) === shown;
  return (
    areCommitted(commitments, texts) &&
    isRead(hashed.actor, actor) &&
    isRead(hashed.ip, ip) &&
    isRead(hashed.message, message)
  );
}
