import { useRef, useState } from 'react';
import { saveAs } from '../../../../api/bytes';
import { useMutation } from '../../../../api/use-mutation';
import { noProgress, progressOf } from './progress';
import { ResumingDownload } from './resuming-download';

interface DownloadOptions {
  url: () => Promise<string>;
  size: number;
  /** Called after the download. */
  name: () => string;
  /** Verifies the bytes before they are saved. @throws Error to stop the save */
  check?: (blob: Blob) => Promise<void>;
  done?: () => Promise<unknown>;
}

/** Downloads with progress. Started again after a failure, it resumes. */
export function useDownload({ url, size, name, check, done }: DownloadOptions) {
  const [progress, setProgress] = useState(noProgress);
  const current = useRef<ResumingDownload>(null);
  const mutation = useMutation({
    mutationFn: async () => {
      current.current ??= new ResumingDownload(url, size, progressOf(size, setProgress));
      const blob = await current.current.run();
      current.current = null;
      await check?.(blob);
      const savedAs = name();
      saveAs(blob, savedAs);
      await done?.();
      return savedAs;
    },
  });
  return { ...mutation, progress };
}
