import { AppError } from '@tradepost/contracts/errors';
import { documentFaults } from '@tradepost/contracts/kyc';

/** A trailer that names an encryption dictionary (ISO 32000-1, 7.5.5); it stands in the clear in every PDF. */
const encryption = /\/Encrypt\s+\d+\s+\d+\s+R/;
/** More than the longest such name and reference that two pieces may share. */
const overlap = 64;
const message = documentFaults.find(([code]) => code === 'protected')?.[2];

/** The bytes of a PDF that opens without a password. @throws AppError FILE_TYPE once it is seen that it does not */
export async function* unprotected(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let tail = '';
  for await (const piece of source) {
    const text = tail + Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1');
    if (encryption.test(text)) throw new AppError('FILE_TYPE', { message });
    tail = text.slice(-overlap);
    yield piece;
  }
}
