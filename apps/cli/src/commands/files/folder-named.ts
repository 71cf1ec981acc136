import type { ApiClient } from '@tradepost/client/api/api-client';
import { createFolder } from '@tradepost/client/folders/new-folder';
import { routes } from '@tradepost/contracts/routes';
import { maxFilesAtOnce, type FilePage, type FileView, type FolderView } from '@tradepost/contracts/storage';
import { UsageError } from '../../exit';

/** Finds a folder by name or id. @param create creates it if it does not exist @throws UsageError, ApiError */
export async function folderNamed(client: ApiClient, nameOrId: string, create = false): Promise<FolderView> {
  const folders = await client.send(routes.folders, {});
  const found =
    folders.find(({ id }) => id === nameOrId) ?? folders.find(({ name }) => name === nameOrId.normalize('NFC'));
  if (found) return found;
  if (create) return createFolder(client, nameOrId);
  throw new UsageError(`Folder ${nameOrId} not found. List your folders: tradepost folders`);
}

/** All files of a folder. The cursor keeps the list consistent while files are added. */
export async function filesOf(client: ApiClient, folderId: string): Promise<FileView[]> {
  const files: FileView[] = [];
  for (let after: string | undefined; ;) {
    const page: FilePage<FileView> = await client.send(routes.files, {
      folderId,
      pageSize: 200,
      ...(after && { after }),
    });
    files.push(...page.items);
    if (!page.next || page.items.length === 0) return files;
    after = page.next;
  }
}

/** Files of a folder by name or id. @throws UsageError if one is not there; ApiError */
export async function filesNamed(client: ApiClient, folder: string, wanted: readonly string[]): Promise<FileView[]> {
  const files = await filesOf(client, (await folderNamed(client, folder)).id);
  return wanted.map((given) => {
    const found = files.find(({ id }) => id === given) ?? files.find(({ name }) => name === given.normalize('NFC'));
    if (!found) throw new UsageError(`${folder} has no file ${given}. List them: tradepost files ${folder}`);
    return found;
  });
}

/** As many as one call takes. */
export const inGroups = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / maxFilesAtOnce) }, (_, n) =>
    ids.slice(n * maxFilesAtOnce, (n + 1) * maxFilesAtOnce),
  );
