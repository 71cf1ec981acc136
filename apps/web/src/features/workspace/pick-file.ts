import type { FileView, FolderView } from '@tradepost/contracts/storage';
import { termsOf, withMode } from './terms';
import { addUploads } from './uploads.store';

/** Asks for the next version of a file, in the format it has. */
export function pickNewVersion(file: FileView, { id: folderId, name: folderName }: FolderView) {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = /\.[^.]+$/.exec(file.name)?.[0] ?? '';
  input.onchange = () => {
    const chosen = input.files?.[0];
    const terms = termsOf(file);
    // what is offered as a sample stays one
    if (chosen)
      addUploads(
        {
          folderId,
          folderName,
          replaces: { id: file.id, name: file.name, terms: file.sample === 'file' ? terms : withMode(terms, 'e2e') },
        },
        [chosen],
      );
  };
  input.click();
}
