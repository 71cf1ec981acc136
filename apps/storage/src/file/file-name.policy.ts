import { AppError } from '@tradepost/contracts/errors';
import { baseNameOf, directoryOf, inDirectory } from '@tradepost/contracts/values/file-paths';
import { fitted } from '@tradepost/contracts/values/stored-names';

/** `a.csv`, then `a (2).csv`, and so on, in the same directory. */
export const numbered = (name: string, n: number): string =>
  n === 1 ? name : inDirectory(directoryOf(name), fitted(baseNameOf(name), ` (${n})`));

const extensionOf = (name: string) => /.\.([^.]+)$/.exec(baseNameOf(name))?.[1]?.toLowerCase() ?? '';

/** A file keeps its name with its next version, so the next version must have the same extension. @throws AppError INVALID */
export function assertSameKind(name: string, next: string): void {
  const extension = extensionOf(name);
  if (extension === extensionOf(next)) return;
  const message = `A new version of ${name} must be a .${extension} file too`;
  throw new AppError('INVALID', { message, errors: [{ field: 'file', message }] });
}

/** A file cannot be the directory of another file. @param file its full name */
export function inFileRefused(file: string): AppError {
  const message = `${file} is a file in this folder, so it cannot be a directory`;
  return new AppError('INVALID', { message, errors: [{ field: 'directory', message }] });
}
