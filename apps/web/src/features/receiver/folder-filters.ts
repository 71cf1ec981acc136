import type { ReceivedFolder } from '@tradepost/contracts/storage';

export interface FolderFilters {
  company: string;
  name: string;
  /** Holds a file that can be downloaded now. */
  ready: boolean;
  /** Offers a sample. */
  sample: boolean;
  logic: 'AND' | 'OR';
}

const has = (text: string, part: string) => text.toLowerCase().includes(part.trim().toLowerCase());

/** The folders that meet all filters that are on (AND), or at least one of them (OR). */
export function filterFolders(
  folders: ReceivedFolder[],
  { company, name, ready, sample, logic }: FolderFilters,
): ReceivedFolder[] {
  const tests: ((folder: ReceivedFolder) => boolean)[] = [
    ...(company.trim() ? [({ inviterCompany }: ReceivedFolder) => has(inviterCompany, company)] : []),
    ...(name.trim() ? [({ folderName }: ReceivedFolder) => has(folderName, name)] : []),
    ...(ready ? [({ files }: ReceivedFolder) => files.some(({ sharedUrl }) => sharedUrl !== null)] : []),
    ...(sample ? [({ files }: ReceivedFolder) => files.some((file) => file.sample !== null)] : []),
  ];
  if (tests.length === 0) return folders;
  return folders.filter((folder) =>
    logic === 'AND' ? tests.every((test) => test(folder)) : tests.some((test) => test(folder)),
  );
}
