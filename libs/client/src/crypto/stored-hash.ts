import { isJoinedHash, joinedHash, spanOfPart } from '@tradepost/contracts/values/upload-sizes';
import { fromHex } from '@tradepost/sealing/crypto/bytes';
import { hashOfBlob, newHash } from '@tradepost/sealing/crypto/hash-stream';

/** What a server records of a file that the store has joined. @param ofParts SHA-256 of each numbered part, in their order; lower-case hex */
export async function joinedSha256(ofParts: readonly string[]): Promise<string> {
  const hash = await newHash();
  for (const sha256 of ofParts) hash.update(fromHex(sha256));
  return joinedHash(hash.digest(), ofParts.length);
}

/** The hash of stored bytes, to be compared with what a server has recorded of them: of the bytes, or of the parts that the store has joined. */
export async function hashLike(recorded: string, bytes: Blob): Promise<string> {
  if (!isJoinedHash(recorded)) return hashOfBlob(bytes);
  const ofParts: string[] = [];
  for (let number = 1, span; (span = spanOfPart(bytes.size, number)); number += 1)
    ofParts.push(await hashOfBlob(bytes.slice(span.start, span.end)));
  return joinedSha256(ofParts);
}
