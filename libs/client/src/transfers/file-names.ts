const plain = (name: string) => name.normalize('NFC').trim();

/** Whether the name in the catalogue is the sealed name, or the sealed name with the number of a duplicate: `a (2).csv`. */
export function isSameName(catalogue: string, sealed: string): boolean {
  const [listed, original] = [plain(catalogue), plain(sealed)];
  return listed === original || listed.replace(/ \(\d+\)(?=(\.[^.]*)?$)/, '') === original;
}

/** A file name without path separators, control characters and other characters that file systems treat specially. */
export function safeName(name: string): string {
  const safe = name
    .replace(/[\u0000-\u001f\u007f/\\:*?"<>|\u202a-\u202e\u2066-\u2069]/g, '_')
    .replace(/^\.+/, '_')
    .replace(/[. ]+$/, '');
  return safe || 'file';
}

/** Safe, unique names in the same order: a second `a.csv` becomes `a (2).csv`. Compared case-insensitively. */
export function archiveNames(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const safe = safeName(name);
    const [, base = safe, extension = ''] = /^(.*?)(\.[^.]*)?$/s.exec(safe) ?? [];
    let free = safe;
    for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${base} (${number})${extension}`;
    taken.add(free.toLowerCase());
    return free;
  });
}
