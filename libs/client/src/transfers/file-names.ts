const plain = (name: string) => name.normalize('NFC').trim();

/** Whether the name in the catalogue is the sealed name, or the sealed name with the number of a duplicate: `a (2).csv`. */
export function isSameName(catalogue: string, sealed: string): boolean {
  const [listed, original] = [plain(catalogue), plain(sealed)];
  return listed === original || listed.replace(/ \(\d+\)(?=(\.[^.]*)?$)/, '') === original;
}
