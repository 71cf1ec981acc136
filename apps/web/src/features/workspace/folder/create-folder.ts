import { createFolder as newFolder } from '@tradepost/client/folders/new-folder';
import type { FolderView } from '@tradepost/contracts/storage';
import { send } from '../../../api/send';
import { explained } from '../../../sealing/refusals';

/** Creates a folder. @param id of the folder; the same for each try @throws Refusal, ApiError */
export const createFolder = (name: string, id?: string): Promise<FolderView> =>
  explained(() => newFolder({ send }, name, id));
