const plain = (name: string) => name.normalize('NFC').trim();

/** Whether the catalogue's name is the sealed one, or the same with a number for one of that name that was there before: `a (2).csv`. */
export function isSameName(catalogue: string, sealed: string): boolean {
  const [found, said] = [plain(catalogue), plain(sealed)];
  return found === said || found.replace(/ \(\d+\)(?=(\.[^.]*)?$)/, '') === said;
}

/** A name that means nothing to a file system but itself. */
export function safeName(name: string): string {
  const safe = name
    .replace(/[\u0000-\u001f\u007f/\\:*?"<>|\u202a-\u202e\u2066-\u2069]/g, '_')
    .replace(/^\.+/, '_')
    .replace(/[. ]+$/, '');
  return safe || 'file';
}

/** Safe names, each once: a second `a.csv` is `a (2).csv`. */
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
