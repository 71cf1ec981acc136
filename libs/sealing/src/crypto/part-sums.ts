import { crc32, md5 } from 'hash-wasm';
import { toHex } from './bytes';
import { builtin, native } from './native';

const zlib = builtin('node:zlib') as { crc32(bytes: Uint8Array): number } | undefined;

/** The MD5 of bytes in lower-case hex, and their CRC-32 of ZIP: what a store and an archive need. Neither protects anything. */
export async function partSums(bytes: Uint8Array): Promise<{ md5: string; crc32: number }> {
  // in its FIPS mode, Node has no MD5
  if (!native || !zlib || native.getFips() !== 0)
    return { md5: await md5(bytes), crc32: parseInt(await crc32(bytes), 16) };
  const hash = native.createHash('md5');
  hash.update(bytes);
  return { md5: toHex(hash.digest()), crc32: zlib.crc32(bytes) };
}
