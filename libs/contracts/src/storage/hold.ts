import { internal } from '../define';
import { array, boolean, id, object, time } from '../values/fields';
import type { StoredFile } from './file';

export const holdCommands = {
  /** The files of a request. `partial`: without those that are not delivered to the caller. @throws NOT_FOUND for these unless `partial` */
  visibleFiles: internal<{ files: StoredFile[] }>()(
    'storage.visible-files',
    object({ fileIds: array(id().required()).required().max(10_000), partial: boolean() }),
  ),
  /**
   * For acceptance: the sender's own files, without missing ones, and the licence terms of their folders. Holds the returned versions
   * for this transfer until `until`, also when files are replaced, deleted or removed from the bin. Repeatable.
   */
  holdFiles: internal<{ files: StoredFile[]; licences: { folderId: string; folderName: string; terms: string }[] }>()(
    'storage.hold-files',
    object({
      transferId: id().required(),
      fileIds: array(id().required()).required().max(10_000),
      until: time().required(),
    }),
  ),
  /** Like `holdFiles` without a hold: the files that the sender's client creates grants for. */
  ownFiles: internal<{ files: StoredFile[] }>()(
    'storage.own-files',
    object({ fileIds: array(id().required()).required().max(10_000) }),
  ),
  /** Changes the end of a transfer's hold, for example when the transfer is extended. */
  renewHold: internal<{ ok: true }>()(
    'storage.renew-hold',
    object({ transferId: id().required(), until: time().required() }),
  ),
  /** Releases the hold of a transfer, for example when it is revoked. */
  releaseFiles: internal<{ ok: true }>()('storage.release-files', object({ transferId: id().required() })),
};
