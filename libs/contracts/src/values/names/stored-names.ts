const forbidden = /[/\\\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const utf8 = new TextEncoder();
const bytesOf = (text: string) => utf8.encode(text).length;
const longestBytes = 255;
const longestExtension = 20;

/** The name that is stored: NFC, without separators, `..`, control or direction characters, never empty, at most 255 bytes; the extension stays. */
export function cleanName(given: string): string {
  const name = given
    .normalize('NFC')
    .replace(forbidden, '')
    .replace(/\.{2,}/g, '.')
    .trim();
  return name === '' || name === '.' ? 'file' : fitted(name, '');
}

/** With the suffix before the extension. */
export function fitted(name: string, suffix: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= longestExtension ? name.slice(dot) : '';
  const stem = extension ? name.slice(0, dot) : name;
  return cut(stem, longestBytes - bytesOf(suffix + extension)) + suffix + extension;
}

/** The longest prefix, in whole characters, of at most so many bytes. */
function cut(text: string, bytes: number): string {
  let left = bytes;
  let prefix = '';
  for (const character of text) {
    left -= bytesOf(character);
    if (left < 0) break;
    prefix += character;
  }
  return prefix;
}
