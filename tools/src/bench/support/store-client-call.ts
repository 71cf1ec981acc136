import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** As many as the command line has at once, and as large. */
export const [partsAtOnce, partBytes] = [8, 8 * 1024 ** 2];

export interface StoreClientCall {
  way: 'up' | 'down';
  /** With keys and bucket. */
  storeUrl: string;
  /** The file that is sent, or written. */
  path: string;
}

/** Runs `store-client.ts`. @throws Error if it fails */
export async function callStoreClient(call: StoreClientCall): Promise<void> {
  const [code] = (await once(fork(join(__dirname, 'store-client.js'), [JSON.stringify(call)]), 'exit')) as [number];
  if (code !== 0) throw new Error(`Amazon's client ended with ${code}`);
}
