import type { WorkOptions } from '@tradepost/client/crypto/crypto';
import { secretAfter } from '@tradepost/client/segments/cut-content';
import { reusableIndex } from '@tradepost/client/segments/reusable-index';
import { planSegmented, type SegmentedPlan } from '@tradepost/client/segments/segment-plan';
import type { FileRef } from '@tradepost/sealing/file/format';
import type { NewFileMeta } from '@tradepost/sealing/file/meta';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { cutInWorker } from '../workers/content-worker';
import { source } from './own-files';

interface PlanOptions extends WorkOptions {
  /** Called before the content is read, if the version that is replaced has segments to compare it with. */
  onComparing: () => void;
}

/** Plans an upload in segments, of which those that the version before has are copied on the server. @throws ApiError; errors of reading; the signal's reason */
export async function planInSegments(
  vault: Vault,
  about: Omit<NewFileMeta, 'size' | 'sha256'> & { folderId: string },
  file: FileRef,
  content: Blob,
  { onComparing, ...options }: PlanOptions,
): Promise<SegmentedPlan> {
  const { fileId, version } = file;
  const former =
    version > 1
      ? await reusableIndex(source, vault, { folderId: about.folderId, fileId, version: version - 1 })
      : undefined;
  if (former) onComparing();
  const cut = await cutInWorker(content, secretAfter(former), options);
  return planSegmented(vault, { ...about, size: content.size, sha256: cut.sha256 }, file, cut, former);
}
