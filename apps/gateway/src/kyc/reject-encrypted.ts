import { AppError } from '@tradepost/contracts/errors';
import { documentFaults } from '@tradepost/contracts/kyc';

/** A trailer that names an encryption dictionary (ISO 32000-1, 7.5.5). Trailers are never encrypted. */
const encryption = /\/Encrypt\s+\d+\s+\d+\s+R/;
/** Found quickly in what mostly does not have it. */
const name = '/Encrypt';
/** In bytes; longer than any match, which may span two chunks. */
const overlap = 64;
const message = documentFaults.find(([code]) => code === 'protected')?.[2];

/** Passes the bytes of a PDF on. @throws AppError FILE_TYPE if the PDF needs a password */
export async function* rejectEncrypted(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let tail: Uint8Array = new Uint8Array();
  for await (const piece of source) {
    const seen = Buffer.concat([tail, piece]);
    if (seen.includes(name) && encryption.test(seen.toString('latin1'))) throw new AppError('FILE_TYPE', { message });
    tail = seen.subarray(-overlap);
    yield piece;
  }
}
