import type { FolderView, ReceivedFolder } from '@tradepost/contracts/storage';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { onLeave, useAuth } from './auth.store';

interface FolderState {
  folders: FolderView[];
  /** By name; what the workspace opens when its address names none. */
  selectedFolder: string | null;
  receivedFiles: ReceivedFolder[];
  isUploading: boolean;
  /** 0 to 100, of the file that is being sent. */
  progress: number;
  isDeleting: boolean;
}

const initial: FolderState = {
  folders: [],
  selectedFolder: null,
  receivedFiles: [],
  isUploading: false,
  progress: 0,
  isDeleting: false,
};

/** Local storage holds 5 MB, and partners decide how much they deliver. */
const mostStored = 100;

/**
 * What the sidebar shows before the first answer. Lists of files stay out of local storage, and the texts of received folders:
 * they are read again anyway.
 */
export const useFolders = create<FolderState>()(
  persist(() => initial, {
    name: 'folder-storage',
    partialize: ({ folders, selectedFolder, receivedFiles }) => ({
      folders: folders.map((folder) => ({ ...folder, files: [] })),
      selectedFolder,
      receivedFiles: receivedFiles
        .slice(0, mostStored)
        .map((folder) => ({ ...folder, files: [], description: '', licence: '' })),
    }),
  }),
);

/** The end of the session removes everything stored about the person, also when it ended while no tab was open. */
onLeave(() => useFolders.setState(initial));
if (!useAuth.getState().user) useFolders.setState(initial);
