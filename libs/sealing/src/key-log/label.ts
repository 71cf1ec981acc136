import { argon2id } from 'hash-wasm';
import { labelCost } from '../crypto/argon2-costs';
import type { Bytes } from '../crypto/bytes';
import { labelInput } from './entry';

/** The label of an address in the log `origin`, by the key of the address. Blocks its thread for about a second; run it in a worker. */
export async function labelOf(addressKey: string, origin: string): Promise<Bytes> {
  const input = await labelInput(addressKey, origin);
  return new Uint8Array(await argon2id({ ...input, ...labelCost, outputType: 'binary' }));
}
