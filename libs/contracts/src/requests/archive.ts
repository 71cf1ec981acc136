import { internal } from '../define';
import { id, mixed, number, object } from '../values/fields';

export type ArchiveStatus = 'building' | 'ready' | 'failed';

export const archiveCommands = {
  /** From worker-zip: the archive of this generation is stored. `size` in bytes. */
  attachArchive: internal<{ attached: boolean }>()(
    'requests.attach-archive',
    object({ transferId: id().required(), generation: mixed<number>().required(), size: mixed<number>().required() }),
  ),
  /** From worker-zip, about once a second: progress of the archive. Sent as a live update, not stored. */
  reportArchive: internal<{ ok: true }>()(
    'requests.report-archive',
    object({
      transferId: id().required(),
      generation: mixed<number>().required(),
      percent: number().integer().min(0).max(100).required(),
    }),
  ),
  failArchive: internal<{ ok: true }>()(
    'requests.fail-archive',
    object({ transferId: id().required(), generation: mixed<number>().required() }),
  ),
};
