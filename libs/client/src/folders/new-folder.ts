import { routes } from '@tradepost/contracts/routes';
import type { FolderView } from '@tradepost/contracts/storage';
import type { Caller } from '../api/api-client';
import { Refused } from '../refused';

/**
 * Creates a folder with an id that this client chooses: a server could otherwise name an existing folder, which is already delivered to
 * someone, and what is put into the new one would land there.
 * @param id of the folder; the same for each try @throws Refused, ApiError
 */
export async function createFolder(
  client: Caller,
  name: string,
  id: string = crypto.randomUUID(),
): Promise<FolderView> {
  const folder = await client.send(routes.createFolder, { id, name }, { idempotencyKey: id });
  if (folder.id !== id) throw new Refused('FOLDER_DIFFERS', 'new-folder', name);
  return folder;
}
