import { baseNameOf, directoryOf, inDirectory } from '@tradepost/contracts/values/file-paths';
import { cleanName, withNumber } from '@tradepost/contracts/values/stored-names';

const plain = (name: string) => name.normalize('NFC').trim();
const number = / \((\d+)\)(?=(\.[^./]*)?$)/;

/** The name that the server stores for a sealed name: senders seal the name of their disk, and the server cleans its last part. */
const storedNameOf = (sealed: string) => inDirectory(directoryOf(plain(sealed)), cleanName(baseNameOf(sealed)));

/** The same for a name and for its duplicates, which the server shortens where they would get too long; some other names share it. */
const keyOf = (name: string) => withNumber(name, '999999999');

/** What `sealedNameKey` answers for the sealed names that a file may have, if the catalogue has this name. */
export function sealedNameKeysOf(catalogue: string): string[] {
  const listed = plain(catalogue);
  return [...new Set([listed, listed.replace(number, '')].map(keyOf))];
}

/** Finds the files that may be `isSameName` as the sealed name. */
export const sealedNameKey = (sealed: string) => keyOf(storedNameOf(sealed));

/** Whether the name in the catalogue, with its directory, is the sealed name, or the sealed name with the number of a duplicate. */
export function isSameName(catalogue: string, sealed: string): boolean {
  const listed = plain(catalogue);
  const n = number.exec(listed)?.[1];
  return [plain(sealed), storedNameOf(sealed)].some(
    (name) => listed === name || (n !== undefined && listed === withNumber(name, n)),
  );
}
