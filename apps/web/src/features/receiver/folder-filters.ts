import type { ReceivedFolder } from '@tradepost/contracts/storage';
import { hasText } from '../../ui/list/has-text';

export interface FolderFilters {
  company: string;
  name: string;
  /** Contains a file that can be downloaded now. */
  ready: boolean;
  /** Contains a file with a preview. */
  sample: boolean;
  logic: 'AND' | 'OR';
}

/** The state of the address of a folder's files. */
export interface CameFrom {
  /** The query string of the folders view: its filters, sort and page. */
  filters: string;
}

export const filesOf = (folderId: string) => `/share-folders?folder=${folderId}`;

/** The folders that match every active filter (AND) or at least one (OR). */
export function filterFolders(
  folders: ReceivedFolder[],
  { company, name, ready, sample, logic }: FolderFilters,
): ReceivedFolder[] {
  const tests: ((folder: ReceivedFolder) => boolean)[] = [
    ...(company.trim() ? [({ inviterCompany }: ReceivedFolder) => hasText(inviterCompany, company)] : []),
    ...(name.trim() ? [({ folderName }: ReceivedFolder) => hasText(folderName, name)] : []),
    ...(ready ? [({ files }: ReceivedFolder) => files.some(({ sharedUrl }) => sharedUrl !== null)] : []),
    ...(sample ? [({ files }: ReceivedFolder) => files.some((file) => file.sample !== null)] : []),
  ];
  if (tests.length === 0) return folders;
  return folders.filter((folder) =>
    logic === 'AND' ? tests.every((test) => test(folder)) : tests.some((test) => test(folder)),
  );
}
