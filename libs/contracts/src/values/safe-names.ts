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
 * Names under which files can be stored on any system, in the order given: NFC, without separators, control or bidi
 * characters, never empty, never hidden, never a Windows device, at most 255 bytes with the extension preserved, and unique
 * whatever the case (`a.csv`, `a (2).csv`).
 */
export function safeFileNames(names: string[]): string[] {
  const taken = new Set<string>();
  const lastCopy = new Map<string, number>();
  return names.map((original) => {
    const name = safeName(original);
    const wanted = name.toLowerCase();
    let copy = lastCopy.get(wanted) ?? 1;
    let unique = name;
    while (taken.has(unique.toLowerCase())) {
      copy += 1;
      unique = fit(name, ` (${copy})`);
    }
    lastCopy.set(wanted, copy);
    taken.add(unique.toLowerCase());
    return unique;
  });
}

function safeName(original: string): string {
  const visible = original.normalize('NFC').replace(INVISIBLE, '').replace(FORBIDDEN, '_');
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
