import { useRef, useState } from 'react';
import type { AskForRanges } from '@tradepost/client/api/direct-ranges';
import type { PlannedEntry } from '@tradepost/client/transfers/planned-download';
import { useMutation } from '../../../../api/use-mutation';
import { useUnloadWarning } from '../../../../ui/question/unload-warning';
import { noProgress, progressOf } from './progress';
import { t } from '../../../../i18n/t';

interface DownloadOptions {
  /** The verified files to fetch. */
  plan: () => Promise<PlannedEntry[]>;
  as: 'zip' | 'file';
  /** A new URL for each attempt. */
  url: () => Promise<string>;
  askForRanges?: AskForRanges;
  /** In bytes. */
  size: number;
  name: () => string;
  done?: () => Promise<unknown>;
}

/**
 * Downloads and opens sealed files. A connection that stays broken pauses the download until `resume` is called. Bytes
 * that fail verification end it, and nothing is saved.
 */
export function useSealedDownload({ plan, as, url, askForRanges, size, name, done }: DownloadOptions) {
  const [progress, setProgress] = useState(noProgress);
  const [stalled, setStalled] = useState<{ error: Error; resume: () => void }>();
  const running = useRef<AbortController>(null);
  const mutation = useMutation({
    mutationFn: async () => {
      const controller = (running.current = new AbortController());
      const { saveDownload, zipLength, downloadError } = await import('../../../../sealing/download');
      const entries = await plan();
      const [first] = entries;
      const savedAs = as === 'file' && first ? first.name : name();
      try {
        await saveDownload(
          { entries, as, size },
          {
            name: savedAs,
            length: as === 'file' && first ? first.size : zipLength(entries),
            signal: controller.signal,
            onProgress: progressOf(size, setProgress),
            ...(askForRanges && { askForRanges }),
            address: async (failure) => {
              if (failure) await new Promise<void>((resume) => setStalled({ error: failure, resume }));
              setStalled(undefined);
              return url();
            },
          },
        );
      } catch (error) {
        setStalled(undefined);
        throw downloadError(error, first?.name);
      }
      await done?.();
      return savedAs;
    },
  });
  useUnloadWarning(mutation.isPending);
  return {
    ...mutation,
    progress,
    stalled,
    cancel: () => running.current?.abort(new DOMException(t('The download was cancelled.'), 'AbortError')),
  };
}
