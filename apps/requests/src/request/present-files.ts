import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { storage, type StoredFile } from '@tradepost/contracts/storage';
import type { Rpc } from '@tradepost/service-kit/messaging/rpc';
import { inOrder } from './request.policy';

/** Files that were requested, in their present versions and with their present terms. @throws AppError FILES_GONE if the actor sees one no longer */
export async function presentFiles(rpc: Rpc, fileIds: string[], actor: UserActor): Promise<StoredFile[]> {
  const visible = await rpc.call(storage.visibleFiles, { fileIds }, actor).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND') throw new AppError('FILES_GONE');
    throw error;
  });
  return inOrder(fileIds, visible.files);
}
