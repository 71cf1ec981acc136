import { argon2id } from 'hash-wasm';
import type { Bytes } from '../crypto/bytes';
import { labelCost, labelInput } from './entry';

/** The label of an address in the log `origin`. Blocks its thread for about a second; run it in a worker. */
export async function labelOf(address: string, origin: string): Promise<Bytes> {
  const input = await labelInput(address, origin);
  return new Uint8Array(await argon2id({ ...input, ...labelCost, outputType: 'binary' }));
}
