import { createHash, timingSafeEqual } from 'node:crypto';

/*
 * The head of a file that has an envelope: two slots of 512 bytes, each
 * `magic[16] | generation u32 | length u16 | text, zeros | SHA-256 of all that[32]`. The whole slot of the higher generation
 * counts; a change writes the other one. So one slot is always valid, even after a power cut.
 */

export const BLOCK_BYTES = 1024;
const SLOT_BYTES = 512;
const SUM_BYTES = 32;
const TEXT_AT = 22;
/** Generated at random, then fixed. */
const MAGIC = Buffer.from('4eb4ddd349a99e6bcb3c406a46d6276e', 'hex');

export interface Block {
  envelope: string;
  generation: number;
}

/** Both slots, for a new file. @param envelope '' if the file's bytes could be mistaken for a block */
export const newBlock = (envelope: string): Buffer => Buffer.concat([slotOf(envelope, 0), slotOf(envelope, 1)]);

/** Whether a file with this beginning has a block. */
export const beginsLikeBlock = (head: Buffer): boolean =>
  [0, SLOT_BYTES].some((at) => head.subarray(at, at + MAGIC.length).equals(MAGIC));

/** The current content of the block; null if neither slot is intact. */
export function readBlock(head: Buffer): Block | null {
  const [first, second] = [0, SLOT_BYTES].map((at) => readSlot(head.subarray(at, at + SLOT_BYTES)));
  return first && second ? (first.generation > second.generation ? first : second) : (first ?? second ?? null);
}

/** The slot to write next, and its position. */
export const nextSlot = ({ generation }: Block, envelope: string): { bytes: Buffer; at: number } => ({
  bytes: slotOf(envelope, generation + 1),
  at: ((generation + 1) % 2) * SLOT_BYTES,
});

function slotOf(envelope: string, generation: number): Buffer {
  const slot = Buffer.alloc(SLOT_BYTES);
  MAGIC.copy(slot);
  slot.writeUInt32BE(generation, MAGIC.length);
  slot.writeUInt16BE(envelope.length, MAGIC.length + 4);
  slot.write(envelope, TEXT_AT, 'latin1');
  sumOf(slot).copy(slot, SLOT_BYTES - SUM_BYTES);
  return slot;
}

function readSlot(slot: Buffer): Block | null {
  if (slot.length < SLOT_BYTES || !timingSafeEqual(sumOf(slot), slot.subarray(SLOT_BYTES - SUM_BYTES))) return null;
  const length = slot.readUInt16BE(MAGIC.length + 4);
  return { envelope: slot.toString('latin1', TEXT_AT, TEXT_AT + length), generation: slot.readUInt32BE(MAGIC.length) };
}

const sumOf = (slot: Buffer): Buffer =>
  createHash('sha256')
    .update(slot.subarray(0, SLOT_BYTES - SUM_BYTES))
    .digest();
