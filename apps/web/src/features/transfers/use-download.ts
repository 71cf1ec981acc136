import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { saveAs } from '../../api/bytes';
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

export interface Progress {
  /** 0 to 100. */
  percent: number;
  /** Bytes a second. */
  speed: number;
  /** Seconds. */
  left: number;
}

/** A download that tells how far it is, and goes on where it stopped when started again after a failure. */
export function useDownload({ address, size, name, check, done }: Wanted) {
  const [progress, setProgress] = useState<Progress>({ percent: 0, speed: 0, left: 0 });
  const begun = useRef<ResumingDownload>(null);
  const mutation = useMutation({
    mutationFn: async () => {
      const since = { at: performance.now(), loaded: -1 };
      const tell = (loaded: number) => {
        if (since.loaded < 0) since.loaded = loaded;
        const speed = (1000 * (loaded - since.loaded)) / Math.max(1, performance.now() - since.at);
        setProgress({ percent: Math.floor((100 * loaded) / Math.max(1, size)), speed, left: speed > 0 ? Math.ceil((size - loaded) / speed) : 0 });
      };
      begun.current ??= new ResumingDownload(address, size, tell);
      const blob = await begun.current.run();
      begun.current = null;
      await check?.(blob);
      saveAs(blob, name());
      await done?.();
    },
  });
  return { ...mutation, progress };
}
