import { baseNameOf, directoryOf, inDirectory } from '@tradepost/contracts/values/file-paths';
import { cleanName } from '@tradepost/contracts/values/stored-names';

const plain = (name: string) => name.normalize('NFC').trim();

/** What a file may be named by its sealed name, if the catalogue has this one: the same, or without the number of a duplicate (`a (2).csv`). */
export function sealedNamesOf(catalogue: string): string[] {
  const listed = plain(catalogue);
  return [...new Set([listed, listed.replace(/ \(\d+\)(?=(\.[^./]*)?$)/, '')])];
}

/** A sealed name as `sealedNamesOf` spells it: senders seal the name of their disk, and the server cleans its last part. */
export const sealedNameKey = (sealed: string) => inDirectory(directoryOf(plain(sealed)), cleanName(baseNameOf(sealed)));

/** Whether the name in the catalogue, with its directory, is the sealed name, or the sealed name with the number of a duplicate. */
export function isSameName(catalogue: string, sealed: string): boolean {
  const names = sealedNamesOf(catalogue);
  return names.includes(plain(sealed)) || names.includes(sealedNameKey(sealed));
}
