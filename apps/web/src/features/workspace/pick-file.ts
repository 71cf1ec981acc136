import type { FileView, FolderView } from '@tradepost/contracts/storage';
import { termsOf } from './terms';
import { addUploads } from './uploads.store';

/** Asks for the next version of a file, in the format it has. */
export function pickNewVersion(file: FileView, { id: folderId, name: folderName }: FolderView) {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = /\.[^.]+$/.exec(file.name)?.[0] ?? '';
  input.onchange = () => {
    const chosen = input.files?.[0];
    if (chosen) addUploads({ folderId, folderName, replaces: { id: file.id, name: file.name, terms: termsOf(file) } }, [chosen]);
  };
  input.click();
}
