import { baseNameOf, directoryOf, directoryProblem, inDirectory } from './file-paths';

/** The longest file name of the common file systems (ext4, APFS, NTFS hold at least this), in bytes of UTF-8. */
const MAX_NAME_BYTES = 255;
const FALLBACK = 'file';
const utf8 = new TextEncoder();
const bytesOf = (text: string) => utf8.encode(text).length;
const EXTENSION = /^(.+)(\.[^.\s]{1,31})$/su;

/** C0 and C1 controls, line separators, lone surrogates, and characters that change the text direction (Unicode UAX #9). */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}\uFEFF]/gu;
/** Path separators, and other characters that Windows forbids in a name ("Naming Files, Paths, and Namespaces"). */
const FORBIDDEN = /[/\\<>:"|?*]/g;
/** Device names of Windows, whatever extension follows (same source). */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)/iu;

/**
 * Paths under which files can be stored on any system, in the order given: each part as `safeFileName`, and unique whatever the case
 * (`2026/a.csv`, `2026/a (2).csv`); of directories that differ in case only, the first spelling counts. A name with a directory that climbs, is
 * absolute or breaks another rule of directories is only a name: its slashes become `_`.
 */
export function safeFilePaths(names: string[]): string[] {
  const given = names.map((name) => partsOf(name.normalize('NFC')));
  const spelled = new Map<string, string>();
  const directories = new Map<string, string>();
  for (const { directory } of given)
    if (!directories.has(directory)) directories.set(directory, safeDirectory(directory, spelled));
  const taken = new Set(spelled.keys());
  const lastCopy = new Map<string, number>();
  return given.map(({ directory, base }) => {
    const at = directories.get(directory) ?? '';
    const name = safeFileName(base);
    const wanted = inDirectory(at, name).toLowerCase();
    let copy = lastCopy.get(wanted) ?? 1;
    let unique = inDirectory(at, name);
    while (taken.has(unique.toLowerCase())) {
      copy += 1;
      unique = inDirectory(at, fit(name, ` (${copy})`));
    }
    lastCopy.set(wanted, copy);
    taken.add(unique.toLowerCase());
    return unique;
  });
}

function partsOf(name: string): { directory: string; base: string } {
  const [directory, base] = [directoryOf(name), baseNameOf(name)];
  const isPath = directory !== '' && !directoryProblem(directory) && !['', '.', '..'].includes(base);
  return isPath ? { directory, base } : { directory: '', base: name };
}

/** @param spelled the directories so far, by their paths in lower case */
function safeDirectory(directory: string, spelled: Map<string, string>): string {
  let path = '';
  for (const part of directory ? directory.split('/') : []) {
    const next = inDirectory(path, safeFileName(part));
    path = spelled.get(next.toLowerCase()) ?? next;
    spelled.set(path.toLowerCase(), path);
  }
  return path;
}

/**
 * A name under which a file can be stored on any system: NFC, without separators, control or bidi characters, never empty, never hidden,
 * never a Windows device, at most 255 bytes with the extension preserved.
 */
function safeFileName(original: string): string {
  // what is removed can stand between a letter and its mark
  const visible = original.replace(INVISIBLE, '').normalize('NFC').replace(FORBIDDEN, '_');
  const trimmed = visible.trim().replace(/[.\s]+$/u, ''); // Windows drops dots and spaces at the end
  // a name with a dot first is hidden, and may be that of a configuration
  const shown = trimmed.replace(/^\.+/, '_') || FALLBACK;
  return fit(RESERVED.test(shown) ? `_${shown}` : shown, '');
}

/** Inserts the suffix before the extension, and shortens the stem by whole characters until the name fits. */
function fit(name: string, suffix: string): string {
  const [, stem = name, extension = ''] = EXTENSION.exec(name) ?? [];
  const room = MAX_NAME_BYTES - bytesOf(suffix + extension);
  if (bytesOf(stem) <= room) return stem + suffix + extension;
  let cut = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(stem)) {
    bytes += bytesOf(segment);
    if (bytes > room) break;
    cut += segment;
  }
  return cut.replace(/[.\s]+$/u, '') + suffix + extension;
}
