import type { Route } from '@tradepost/contracts/routes';
import { utf8, sha256 } from '@tradepost/sealing/crypto/bytes';
import type { ApiClient } from '../api/api-client';
import { memoryStore } from '../contacts/device-store';
import { KeyLog, type KeyOwner, type OwnKeys } from '../keys/key-log';
import { knownKeyLog } from '../keys/key-log-memory';
import { KeyLogServer, testLabel } from './key-log-server';

export const userOf = (name: string) => `0195a5c3-7a1e-7000-8000-${name.charCodeAt(0).toString(16).padStart(12, '0')}`;
export const keyOf = async (name: string, epoch = 1): Promise<KeyOwner> => ({
  address: `${name}@example.com`,
  userId: userOf(name),
  epoch,
  keyId: await sha256(utf8(`${name} ${epoch}`)),
});

/** Changes an answer. */
export type Lie = (route: Route, answer: object) => object;

/** A server with a log; the tests make it lie. */
export class LyingKeyLog extends KeyLogServer {
  /** With a key of each of three users. */
  static async started(): Promise<LyingKeyLog> {
    const server = new LyingKeyLog();
    for (const name of ['ann', 'bob', 'cid']) await server.log(await keyOf(name));
    return server;
  }

  client(lie: Lie = (_, answer) => answer): Pick<ApiClient, 'send'> {
    const send = async (route: Route, input: object) => lie(route, (await this.answer(route, input))!);
    return { send: send as unknown as ApiClient['send'] };
  }
}

/** The owner's ledger knows no more than the current key. */
export const noOthers: OwnKeys = { confirmed: [], former: null };

/** One device, which remembers. */
export function device(server: LyingKeyLog, lie?: Lie) {
  const store = memoryStore();
  return {
    known: () => knownKeyLog(store),
    log: new KeyLog(server.client(lie), store, testLabel),
    lyingTo: (other: Lie) => new KeyLog(server.client(other), store, testLabel),
  };
}
