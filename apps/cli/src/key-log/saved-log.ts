import { ApiClient } from '@tradepost/client/api/api-client';
import { memoryStore, type DeviceStore } from '@tradepost/client/contacts/device-store';
import { rememberKeyLog } from '@tradepost/client/keys/key-log-memory';
import { tileWidth } from '@tradepost/contracts/encryption/formats';
import type { KeyLogState } from '@tradepost/contracts/encryption/key-log';
import { routes } from '@tradepost/contracts/routes';
import { fromBase64url, toBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { openCheckpoint } from '@tradepost/sealing/key-log/checkpoint';
import { consistencyRanges, GrowingTree } from '@tradepost/sealing/key-log/tree';

/** A copy of a log that can be verified without its server. */
export interface SavedLog extends KeyLogState {
  /** base64url, in their order. */
  entries: string[];
}

/** Copies the log as the server has it now. @throws SealingError, ApiError */
export async function copyLog(client: ApiClient): Promise<SavedLog> {
  const state = await client.send(routes.keyLog, {});
  const { size } = await openCheckpoint(state.checkpoint, state.key);
  const entries: string[] = [];
  for (let part = 0; part * tileWidth < size; part += 1)
    entries.push(...(await client.send(routes.keyLogEntries, { part })).entries);
  return { ...state, entries: entries.slice(0, size) };
}

/** A client that gets its answers from the copy. */
export const clientOf = ({ key, checkpoint, entries }: SavedLog): ApiClient =>
  new ApiClient('https://saved.invalid', {
    transport: async (url) => {
      const { pathname, searchParams } = new URL(url);
      if (pathname.endsWith('/key-log/proof')) {
        const [from, to] = [Number(searchParams.get('from')), Number(searchParams.get('to'))];
        const hashes = consistencyRanges(from, to).map(({ first, end }) => rootOf(entries.slice(first, end)));
        return Response.json({ hashes: (await Promise.all(hashes)).map(toBase64url) });
      }
      const part = /\/entries\/(\d+)$/.exec(url)?.[1];
      const first = Number(part) * tileWidth;
      return Response.json(
        part === undefined ? { key, checkpoint } : { entries: entries.slice(first, first + tileWidth) },
      );
    },
  });

async function rootOf(entries: string[]): Promise<Bytes> {
  const tree = new GrowingTree();
  for (const entry of entries) await tree.add(fromBase64url(entry));
  return tree.root();
}

/** A device that begins with a key that is known otherwise. */
export async function deviceWith(key: string, { checkpoint }: SavedLog): Promise<DeviceStore> {
  const device = memoryStore();
  await rememberKeyLog(device, { key, checkpoint, audited: null });
  return device;
}
