/** Bytes of UTF-8, and levels, of the directory of a file inside its folder. */
export const maxDirectoryBytes = 512;
export const maxDirectoryLevels = 32;
const maxPartBytes = 255;
const utf8 = new TextEncoder();
const bytesOf = (text: string) => utf8.encode(text).length;

/** The last part of a file's full name: `jan.csv` of `2026/orders/jan.csv`. */
export const baseNameOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** The directory in a file's full name: `2026/orders` of `2026/orders/jan.csv`; empty at the top level of the folder. */
export const directoryOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')));

/** The full name of a file or directory in this directory. */
export const inDirectory = (directory: string, name: string): string => (directory ? `${directory}/${name}` : name);

/** A directory and those that contain it, outermost first: `2026`, `2026/orders`. */
export function directoriesTo(directory: string): string[] {
  const parts = directory ? directory.split('/') : [];
  return parts.map((_, last) => parts.slice(0, last + 1).join('/'));
}

/** Why this text, in NFC, cannot be the directory of a file inside its folder; undefined if it can. An empty one is the top level. */
export function directoryProblem(directory: string): string | undefined {
  if (directory === '') return undefined;
  if (bytesOf(directory) > maxDirectoryBytes) return `A directory may have at most ${maxDirectoryBytes} bytes`;
  const parts = directory.split('/');
  if (parts.length > maxDirectoryLevels) return `A directory may have at most ${maxDirectoryLevels} levels`;
  if (parts.includes('')) return 'A directory is relative to its folder, with one / between names, such as 2026/orders';
  if (parts.some((part) => part === '.' || part === '..')) return 'A directory cannot contain . or ..';
  if (directory.includes('\\')) return 'A directory cannot contain \\';
  if (parts.some((part) => part !== part.trim())) return 'The name of a directory cannot begin or end with a space';
  if (parts.some((part) => bytesOf(part) > maxPartBytes))
    return `The name of a directory may have at most ${maxPartBytes} bytes`;
  return undefined;
}
