import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { saveAs } from '../../api/bytes';
import { noProgress, progressOf } from './progress';
import { ResumingDownload } from './resuming-download';

interface Wanted {
  address: () => Promise<string>;
  size: number;
  /** Asked once the bytes are there. */
  name: () => string;
  /** What is to be done with the bytes before they are saved. */
  check?: (blob: Blob) => Promise<void>;
  done?: () => Promise<unknown>;
}

/** A download that tells how far it is, and goes on where it stopped when started again after a failure. */
export function useDownload({ address, size, name, check, done }: Wanted) {
  const [progress, setProgress] = useState(noProgress);
  const begun = useRef<ResumingDownload>(null);
  const mutation = useMutation({
    mutationFn: async () => {
      begun.current ??= new ResumingDownload(address, size, progressOf(size, setProgress));
      const blob = await begun.current.run();
      begun.current = null;
      await check?.(blob);
      saveAs(blob, name());
      await done?.();
    },
  });
  return { ...mutation, progress };
}
