import { command, internal } from '../define';
import { count, object } from '../values/fields';
import { tileWidth } from './formats';

export interface KeyLogState {
  /** The log's public key as C2SP signed-note writes it. */
  key: string;
  /** C2SP tlog-checkpoint. */
  checkpoint: string;
}

/** The append-only log of everyone's keys. */
export const keyLog = {
  /** The newest checkpoint of the key log, and the key that signed it. */
  keyLog: command<KeyLogState>()('identity.key-log', object({})),
  /** Entries of the key log: the `part`th 256 of them, from 0 on; fewer at the end. Each is base64url of 104 bytes. */
  keyLogEntries: command<{ entries: string[] }>()('identity.key-log-entries', object({ part: count().required() })),
  /**
   * Proves that the log of `to` entries begins with that of `from` entries: `hashes` of RFC 6962, section 2.1.2, each 32 bytes in base64url.
   * @throws NOT_FOUND if the log is shorter
   */
  keyLogProof: command<{ hashes: string[] }>()(
    'identity.key-log-proof',
    object({ from: count().min(1).required(), to: count().min(1).required() }),
  ),
  /** `hashes`: base64 of the hashes of a tile (C2SP tlog-tiles). @throws NOT_FOUND if the log does not have them */
  keyLogTile: internal<{ hashes: string }>()(
    'identity.key-log-tile',
    object({
      level: count().max(63).required(),
      index: count().required(),
      width: count().min(1).max(tileWidth).required(),
    }),
  ),
};
