import type { DeviceStore } from '../contacts/device-store';

/** A device's state of a key log. Not secret, but it must survive sign-out: it detects a rewritten log. */
export interface KeyLogMemory {
  /** The log's public key; the first one seen. */
  key: string;
  /** The newest checkpoint that this device has verified. */
  checkpoint: string;
  /** How far the owner's own address was audited; the next audit starts there. */
  audited: Audited | null;
  /** Two checkpoints that contradict each other: the device's, and the server's or a partner's. For people to show. */
  conflict?: { own: string; other: string };
}

export interface Audited {
  /** Entries. */
  size: number;
  /** base64url hashes of the complete subtrees of a log of this size. */
  peaks: string[];
  /** Key of the owner's address. Absent in what earlier versions stored. */
  address?: string;
  /** base64url of the entries with the owner's label. */
  own: string[];
}

const name = 'key-log';

/** Null on a device that has not seen a log yet. */
export const knownKeyLog = async (device: DeviceStore): Promise<KeyLogMemory | null> =>
  JSON.parse((await device.read(name)) ?? 'null') as KeyLogMemory | null;

export const rememberKeyLog = (device: DeviceStore, memory: KeyLogMemory): Promise<void> =>
  device.write(name, JSON.stringify(memory));
