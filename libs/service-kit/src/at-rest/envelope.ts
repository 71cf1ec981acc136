import { WrappedKeyDamaged } from './key-provider';

/** The first of the formats to come: a body of `body.ts` and its wrapped data key. */
const FORMAT = '1:';

/** What lies beside an encrypted object. */
export const envelopeOf = (wrappedKey: string): string => FORMAT + wrappedKey;

/** @throws WrappedKeyDamaged for what is no envelope of a known format */
export function wrappedKeyIn(envelope: string): string {
  if (!envelope.startsWith(FORMAT)) throw new WrappedKeyDamaged('no envelope of a known format');
  return envelope.slice(FORMAT.length);
}
