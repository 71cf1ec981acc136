import { create } from 'zustand';
import { onLeave, useAuth } from '../../../../session/auth.store';
import type { UploadItem } from '../upload-item';
import { addUploads, useUploads } from '../uploads.store';

/** A file that was being uploaded when its page ended. Its bytes are not stored: the person chooses it again. */
export interface UnfinishedUpload extends Pick<
  UploadItem,
  'folderId' | 'folderName' | 'directory' | 'replaces' | 'whole' | 'given'
> {
  name: string;
  size: number;
  lastModified: number;
}

/** In the storage of this window, which a reload does not end. */
const key = 'unfinished-uploads';
const pauseMs = 1_000;

const owner = (): string | null => {
  const { user } = useAuth.getState();
  return user && `${user.id} ${user.companyId}`;
};

function ofLastPage(): UnfinishedUpload[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as {
      owner: string;
      uploads: UnfinishedUpload[];
    } | null;
    return stored && stored.owner === owner() ? stored.uploads : [];
  } catch {
    return [];
  }
}

export const useUnfinished = create<{ uploads: UnfinishedUpload[] }>(() => ({ uploads: ofLastPage() }));

/** With the terms that the person confirmed, so that nobody has to enter them again. */
const entryOf = ({ folderId, folderName, directory, replaces, whole, given, file, state, terms }: UploadItem) => {
  const confirmed = given ?? (state === 'asking' ? undefined : terms);
  return {
    ...{ folderId, folderName, directory, name: file.name, size: file.size, lastModified: file.lastModified },
    ...(replaces && { replaces }),
    ...(whole && { whole }),
    ...(confirmed && { given: confirmed }),
  } satisfies UnfinishedUpload;
};

function save() {
  const running = useUploads.getState().items.filter(({ state, isRejected }) => state !== 'done' && !isRejected);
  const uploads = [...useUnfinished.getState().uploads, ...running.map(entryOf)];
  if (uploads.length === 0) return sessionStorage.removeItem(key);
  try {
    sessionStorage.setItem(key, JSON.stringify({ owner: owner(), uploads }));
  } catch {
    // more files than the storage has space for
  }
}

let timer: ReturnType<typeof setTimeout> | undefined;
/** Not with each change: there may be thousands of files. */
const saveSoon = () => {
  timer ??= setTimeout(() => {
    timer = undefined;
    save();
  }, pauseMs);
};
useUploads.subscribe(({ items }, before) => items !== before.items && saveSoon());
useUnfinished.subscribe(save);
addEventListener('pagehide', save);

export const dismissUnfinished = () => useUnfinished.setState({ uploads: [] });
onLeave(() => {
  dismissUnfinished();
  sessionStorage.removeItem(key);
});

/** The upload of the chosen file: of files with the same name, the one with the same bytes, as far as that is known. */
function uploadOf(uploads: UnfinishedUpload[], { name, size, lastModified }: File): UnfinishedUpload | undefined {
  const named = uploads.filter((upload) => upload.name === name);
  const same = named.find((upload) => upload.size === size && upload.lastModified === lastModified);
  if (same) return same;
  // the terms may be wrong for a file that was changed since
  const [{ given: _old, ...changed } = { name: '' }] = named;
  return 'size' in changed ? changed : undefined;
}

/** Uploads those of the chosen files that were not finished. @returns the others */
export function uploadAgain(chosen: File[]): File[] {
  return chosen.filter((file) => {
    const { uploads } = useUnfinished.getState();
    const upload = uploadOf(uploads, file);
    if (!upload) return true;
    const { folderId, folderName, directory, replaces, whole, given } = upload;
    const target = {
      ...{ folderId, folderName, directory },
      ...(replaces && { replaces }),
      ...(whole && { whole }),
      ...(given && { given }),
    };
    addUploads(target, [file]);
    const isOther = (other: UnfinishedUpload) =>
      other.name !== upload.name || other.directory !== directory || other.folderId !== folderId;
    useUnfinished.setState({ uploads: uploads.filter(isOther) });
    return false;
  });
}
