import type { FileView } from '@tradepost/contracts/storage';
import { useCallback, useState } from 'react';
import { saveAs } from '../../../api/bytes';
import { VaultClosed } from '../../../vault/vault';
import { useToast } from '../../../ui/notice/use-toast';
import { t } from '../../../i18n/t';

/** Saves files one by one and reports those that could not be read. */
export function useFileDownload(folderId: string) {
  const toast = useToast();
  const [isDownloading, setDownloading] = useState(false);
  const download = useCallback(
    async (files: Pick<FileView, 'id' | 'name' | 'mode' | 'version'>[]) => {
      setDownloading(true);
      const failed: string[] = [];
      const [{ ownContent }, { Refusal }] = await Promise.all([
        import('../../../sealing/own-files'),
        import('../../../sealing/refusals'),
      ]);
      for (const file of files) {
        try {
          saveAs(await ownContent(folderId, file), file.name);
        } catch (error) {
          failed.push(
            error instanceof Refusal
              ? error.message
              : `${file.name}: ${error instanceof Error ? error.message : t('it could not be read')}`,
          );
          if (error instanceof VaultClosed) break;
        }
      }
      setDownloading(false);
      if (failed.length > 0) toast.destructive({ title: t('Error'), description: failed.join(' ') });
    },
    [folderId, toast],
  );
  return { download, isDownloading };
}
