import { fingerprint, type VerifiedBundle } from '@tradepost/sealing/keys/bundle';
import { howKnown, pinBefore, type Pins, type PinSource, type PinStatus } from '@tradepost/sealing/keys/pins';

/** A contact's verified keys, and how they compare with the known ones. */
export interface FoundContact {
  keys: VerifiedBundle;
  state: PinStatus;
  /** How keys that are the same became known; absent for a contact from before pins named addresses. */
  how?: PinSource;
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
  const how = state === 'same' ? howKnown(pins, keys) : undefined;
  return {
    keys,
    state,
    fingerprint: fingerprint(keys),
    ...(how && { how }),
    ...(before && { before: fingerprint({ keyId: before }) }),
  };
}
