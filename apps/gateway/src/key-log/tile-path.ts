import { tileWidth } from '@tradepost/contracts/encryption/formats';

export interface Tile {
  level: number;
  index: number;
  /** Hashes. */
  width: number;
}

const pattern = /^(\d|[1-5]\d|6[0-3])\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;
/** PostgreSQL's largest `int` has ten digits: nine always fit. */
const maxGroups = 3;

/** `<level>/<index>[.p/<width>]` of C2SP tlog-tiles, where 1234067 is written `x001/x234/067`. null for any other spelling */
export function tileAt(path: string): Tile | null {
  const [, level = '', index = '', partial] = pattern.exec(path) ?? [];
  const groups = index.split('/');
  const width = partial === undefined ? tileWidth : Number(partial);
  const isPadded = groups.length > 1 && groups[0] === 'x000';
  if (!index || groups.length > maxGroups || isPadded || (partial !== undefined && width >= tileWidth)) return null;
  return { level: Number(level), index: Number(groups.join('').replaceAll('x', '')), width };
}
