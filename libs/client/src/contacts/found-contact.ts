import { fingerprint, type VerifiedBundle } from '@tradepost/sealing/keys/bundle';
import { pinBefore, type Pins, type PinStatus } from '@tradepost/sealing/keys/pins';

/** A contact's verified keys, and how they compare with the known ones. */
export interface FoundContact {
  keys: VerifiedBundle;
  state: PinStatus;
  /** 40 digits, for people to compare. */
  fingerprint: string;
  /** Of the known keys, when they have changed. */
  before?: string;
}

/** Verified keys, compared with these pins. */
export interface Compared {
  keys: VerifiedBundle;
  state: PinStatus;
  pins: Pins;
  /** The contact, as its person knows it. */
  who: string;
}

export function foundOf({ keys, state, pins }: Compared): FoundContact {
  const before = state === 'changed' ? pinBefore(pins, keys) : undefined;
  return { keys, state, fingerprint: fingerprint(keys), ...(before && { before: fingerprint({ keyId: before }) }) };
}
