import { baseNameOf, directoryOf, inDirectory } from '@tradepost/contracts/values/file-paths';

/** `relativePath`: set by react-dropzone for files of a dropped directory. */
type ChosenFile = File & { relativePath?: string };

const pathOf = ({ webkitRelativePath, relativePath, name }: ChosenFile) =>
  (webkitRelativePath || relativePath || name).replace(/^\.?\//, '');

/** Where a chosen file belongs in the open directory: in the directories that it was dropped or chosen with. */
export const directoryOfFile = (file: File, open = ''): string => directoryOf(inDirectory(open, pathOf(file)));

/** Leaves out system files, such as `.DS_Store`, and what is in hidden directories. */
export const isVisible = (file: File): boolean =>
  baseNameOf(pathOf(file)) !== 'Thumbs.db' &&
  !pathOf(file)
    .split('/')
    .some((part) => part.startsWith('.'));

/** Opens the browser's dialog for a directory. */
export function chooseDirectory(onFiles: (files: File[]) => void) {
  const input = document.createElement('input');
  input.type = 'file';
  input.webkitdirectory = true;
  input.onchange = () => onFiles([...(input.files ?? [])]);
  input.click();
}
