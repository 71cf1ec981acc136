import { routes } from '@tradepost/contracts/routes';
import type { FileView } from '@tradepost/contracts/storage';
import { useCallback, useState } from 'react';
import { fetchBytes, saveAs } from '../../api/bytes';
import { useToast } from '../../ui/use-toast';

/** Saves files one after the other; says which could not be read. */
export function useDownload(folderId: string) {
  const toast = useToast();
  const [isDownloading, setDownloading] = useState(false);
  const download = useCallback(
    async (files: Pick<FileView, 'id' | 'name'>[]) => {
      setDownloading(true);
      const failed: string[] = [];
      for (const { id, name } of files) {
        try {
          saveAs(await fetchBytes(routes.fileContent, { folderId, fileId: id }), name);
        } catch (error) {
          failed.push(`${name}: ${error instanceof Error ? error.message : 'it could not be read'}`);
        }
      }
      setDownloading(false);
      if (failed.length > 0) toast.destructive({ title: 'Error', description: failed.join(' ') });
    },
    [folderId, toast],
  );
  return { download, isDownloading };
}
