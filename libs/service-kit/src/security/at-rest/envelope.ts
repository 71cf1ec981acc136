import { WrappedKeyDamaged } from './key-provider';

/** The first format: a body of `body.ts` and its wrapped data key. */
const FORMAT = '1:';

/** The metadata of an encrypted object: its wrapped data key. */
export const envelopeOf = (wrappedKey: string): string => FORMAT + wrappedKey;

/** @throws WrappedKeyDamaged for an unknown format */
export function wrappedKeyIn(envelope: string): string {
  if (!envelope.startsWith(FORMAT)) throw new WrappedKeyDamaged('no envelope of a known format');
  return envelope.slice(FORMAT.length);
}
