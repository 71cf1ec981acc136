import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';

const pieceBytes = 4 * 1024 ** 2;
const blockBytes = 4096;

/** Writes content that file systems can compress and no two blocks of which are equal. @returns its SHA-256 */
export function writeContent(path: string, bytes: number): string {
  const piece = Buffer.alloc(pieceBytes, 'No block of this file is equal to another one. ');
  const hash = createHash('sha256');
  const file = openSync(path, 'w');
  for (let at = 0; at < bytes; at += piece.length) {
    for (let n = 0; n < piece.length; n += blockBytes) piece.writeDoubleBE(at + n, n);
    const part = piece.subarray(0, Math.min(piece.length, bytes - at));
    writeSync(file, part);
    hash.update(part);
  }
  closeSync(file);
  return hash.digest('hex');
}

/** The SHA-256 of a file, in hex. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
