import type { FileView, FolderView } from '@tradepost/contracts/storage';
import { useImperativeHandle, useRef, type Ref } from 'react';
import { termsOf } from './terms';
import { addUploads } from './uploads.store';

export interface ReplaceHandle {
  /** Opens the picker for this file's next version. */
  choose: (file: FileView) => void;
}

/** A picker that takes only the format the file has. */
export function ReplaceInput({ ref, folder }: { ref: Ref<ReplaceHandle>; folder: FolderView }) {
  const input = useRef<HTMLInputElement>(null);
  const replaced = useRef<FileView>(undefined);
  useImperativeHandle(ref, () => ({
    choose: (file) => {
      replaced.current = file;
      if (!input.current) return;
      input.current.accept = /\.[^.]+$/.exec(file.name)?.[0] ?? '';
      input.current.click();
    },
  }));
  return (
    <input
      ref={input}
      type="file"
      hidden
      aria-label="New version"
      data-testid="new-version"
      onChange={({ target }) => {
        const [chosen] = target.files ?? [];
        const file = replaced.current;
        if (chosen && file) addUploads({ folderId: folder.id, folderName: folder.name, replaces: { id: file.id, name: file.name, terms: termsOf(file) } }, [chosen]);
        target.value = '';
      }}
    />
  );
}
