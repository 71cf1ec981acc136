import { exactly, split, utf8, type Bytes } from '../crypto/bytes';
import { hkdfSha256 } from '../crypto/primitives';
import { SealingError } from '../errors';
import { bodyKeys, checkCommitment, type BodyKeys } from './body';
import { checkHeader, commitmentSize, encodeHeader, headerSize, prefixSize, saltSize, type FileRef } from './format';

/** The keys of the chunks of a file that is sealed as a whole. */
export async function wholeFileKeys(fileKey: Bytes, file: FileRef, salt: Bytes): Promise<BodyKeys> {
  return bodyKeys(await hkdfSha256(exactly(fileKey, 32), utf8('sdx1/body')), salt, encodeHeader(file));
}

/** Checks the first `prefixSize` bytes of a file that is sealed as a whole, and derives the keys of its chunks. */
export async function readPrefix(fileKey: Bytes, file: FileRef, prefix: Uint8Array): Promise<BodyKeys> {
  if (prefix.length !== prefixSize) throw new SealingError('TRUNCATED');
  const [header, salt, commitment] = split(prefix, headerSize, saltSize, commitmentSize);
  if (checkHeader(header!, file) !== 'whole') throw new SealingError('UNSUPPORTED');
  const keys = await wholeFileKeys(fileKey, file, salt!);
  checkCommitment(keys, commitment!);
  return keys;
}
