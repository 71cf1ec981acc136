import type { FileView, FolderView } from '@tradepost/contracts/storage';
import { termsOf, withMode } from '../upload/terms';
import { addUploads } from '../upload/uploads.store';

/** Asks for the next version of a file, in the same format. */
export function pickNewVersion(file: FileView, { id: folderId, name: folderName }: FolderView) {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = /\.[^.]+$/.exec(file.name)?.[0] ?? '';
  input.onchange = () => {
    const chosen = input.files?.[0];
    const terms = termsOf(file);
    // a whole file that is offered as a preview must stay managed
    if (chosen)
      addUploads(
        {
          folderId,
          folderName,
          replaces: {
            ...{ id: file.id, name: file.name, mode: file.mode },
            terms: file.sample === 'file' ? terms : withMode(terms, 'e2e'),
          },
        },
        [chosen],
      );
  };
  input.click();
}
