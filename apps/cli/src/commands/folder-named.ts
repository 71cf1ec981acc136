import type { ApiClient } from '@tradepost/client/api/api-client';
import { routes } from '@tradepost/contracts/routes';
import type { FilePage, FileView, FolderView } from '@tradepost/contracts/storage';
import { UsageError } from '../exit';

/** Finds a folder by name or id. @param create creates it if it does not exist @throws UsageError, ApiError */
export async function folderNamed(client: ApiClient, nameOrId: string, create = false): Promise<FolderView> {
  const folders = await client.send(routes.folders, {});
  const found =
    folders.find(({ id }) => id === nameOrId) ?? folders.find(({ name }) => name === nameOrId.normalize('NFC'));
  if (found) return found;
  if (create) return client.send(routes.createFolder, { name: nameOrId });
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
