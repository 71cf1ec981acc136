import type { TransferFile } from '@tradepost/contracts/requests';
import { checkMeta } from '@tradepost/sealing/file/meta';
import type { OpenedTransfer } from '@tradepost/client/transfers/opened-transfer';
import { downloadError, Refusal } from '../../../sealing/refusals';
import { contentWorker } from '../../../workers/content-worker';
import { displayName, fileUrl } from '../api';
import { checkManaged } from '../download/fetch/check-managed';
import { progressOf, type Progress } from '../download/fetch/progress';
import { ResumingDownload } from '../download/fetch/resuming-download';
import { t } from '../../../i18n/t';

interface PreviewSource {
  transferId: string;
  file: TransferFile;
  /** Of a sealed file. */
  open: () => Promise<OpenedTransfer>;
  onProgress: (progress: Progress) => void;
}

export interface PreviewContent {
  content: Blob;
  /** Whether it was opened here with a key that its sender granted: the mode that the server states proves nothing. */
  isOpened: boolean;
}

/**
 * A file of a transfer as its sender sent it. It is fetched completely, because the hash covers
 * the whole file. @throws Error if the hash differs: then nothing of it may be shown
 */
export async function previewContent({ transferId, file, open, onProgress }: PreviewSource): Promise<PreviewContent> {
  const { fileId, mode, sealed, size, contentType } = file;
  const name = displayName(file);
  const fetched = (bytes: number) =>
    new ResumingDownload(() => fileUrl(transferId, fileId), bytes, progressOf(bytes, onProgress)).run();
  if (mode !== 'e2e' || !sealed) {
    const content = await fetched(size);
    await checkManaged(file)(content);
    return { content, isOpened: false };
  }
  const expected = (await open()).files.get(fileId);
  if (!expected) throw new Refusal(t('The key of {name} is missing on the server.', { name }));
  const stored = await fetched(sealed.sealedSize);
  try {
    const { content, sha256 } = await contentWorker.open(stored.stream(), expected.fileKey, expected.file, contentType);
    checkMeta(expected.meta, { size: content.size, sha256 });
    return { content, isOpened: true };
  } catch (error) {
    throw downloadError(error, name);
  }
}
