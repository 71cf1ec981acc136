import { concat, sha256, split, toUuid, u32, u64, utf8, uuidBytes, type Bytes } from '../crypto/bytes';
import { SealingError } from '../errors';
import { originParts } from './origin';

/** One published key. */
export interface LogEntry {
  /** Names the address. 32 bytes, by Argon2id: each guess of an address costs as much as one of a password. */
  label: Bytes;
  userId: string;
  epoch: number;
  /** 32 bytes, see `VerifiedBundle`. */
  keyId: Bytes;
  /** When the server stored it; milliseconds. */
  time: number;
}

const prefix = utf8('sdx1/key-log');

/** `"sdx1/key-log" | label[32] | userId[16] | epoch u32 | keyId[32] | time u64`, 104 bytes. A leaf of the log. */
export const encodeEntry = ({ label, userId, epoch, keyId, time }: LogEntry): Bytes =>
  concat(prefix, label, uuidBytes(userId), u32(epoch), keyId, u64(time));

/** @throws SealingError MALFORMED */
export function decodeEntry(bytes: Uint8Array): LogEntry {
  const [, label, userId, epoch, keyId, time] = split(bytes, prefix.length, 32, 16, 4, 32, 8);
  const entry = {
    label: label!,
    userId: toUuid(userId!),
    epoch: new DataView(epoch!.buffer).getUint32(0),
    keyId: keyId!,
    time: Number(new DataView(time!.buffer).getBigUint64(0)),
  };
  if (encodeEntry(entry).some((byte, at) => byte !== bytes[at])) throw new SealingError('MALFORMED');
  return entry;
}

/**
 * What `label = Argon2id(addressKey, salt)` of a log is computed from. The salt makes the labels of two installations differ, and those
 * of a restored log the same.
 */
export async function labelInput(addressKey: string, origin: string): Promise<{ password: Bytes; salt: Bytes }> {
  const { base } = originParts(origin);
  const salt = (await sha256(concat(utf8('sdx1/log-address'), utf8(base)))).subarray(0, 16);
  return { password: utf8(addressKey), salt };
}
