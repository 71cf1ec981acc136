const plain = (name: string) => name.normalize('NFC').trim();

/** What a file may be named by its sealed name, if the catalogue has this one: the same, or without the number of a duplicate (`a (2).csv`). */
export function sealedNamesOf(catalogue: string): string[] {
  const listed = plain(catalogue);
  return [...new Set([listed, listed.replace(/ \(\d+\)(?=(\.[^./]*)?$)/, '')])];
}

/** A sealed name as `sealedNamesOf` spells it. */
export const sealedNameKey = plain;

/** Whether the name in the catalogue, with its directory, is the sealed name, or the sealed name with the number of a duplicate. */
export const isSameName = (catalogue: string, sealed: string): boolean =>
  sealedNamesOf(catalogue).includes(plain(sealed));
