import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { PlannedEntry } from '../../sealing/jobs';
import { noProgress, progressOf } from './progress';

interface Wanted {
  /** What is to be fetched, once everything about it was checked. */
  plan: () => Promise<PlannedEntry[]>;
  as: 'zip' | 'file';
  /** A fresh one each time. */
  address: () => Promise<string>;
  /** Bytes to fetch. */
  size: number;
  name: () => string;
  done?: () => Promise<unknown>;
}

/**
 * A download that is opened here. A connection that stays broken makes it wait for `goOn`; anything that is not as it was sealed
 * ends it, and nothing is left of it.
 */
export function useSealedDownload({ plan, as, address, size, name, done }: Wanted) {
  const [progress, setProgress] = useState(noProgress);
  const [stalled, setStalled] = useState<{ error: Error; goOn: () => void }>();
  const running = useRef<AbortController>(null);
  const mutation = useMutation({
    mutationFn: async () => {
      const controller = (running.current = new AbortController());
      const { saveDownload, zipLength, downloadWords } = await import('../../sealing/download');
      const entries = await plan();
      const [first] = entries;
      try {
        await saveDownload(
          { entries, as, size },
          {
            name: as === 'file' && first ? first.name : name(),
            length: as === 'file' && first ? first.size : zipLength(entries),
            signal: controller.signal,
            onProgress: progressOf(size, setProgress),
            address: async (failure) => {
              if (failure) await new Promise<void>((goOn) => setStalled({ error: failure, goOn }));
              setStalled(undefined);
              return address();
            },
          },
        );
      } catch (error) {
        setStalled(undefined);
        throw downloadWords(error, first?.name);
      }
      await done?.();
    },
  });
  const { isPending } = mutation;
  useEffect(() => {
    if (!isPending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isPending]);
  return {
    ...mutation,
    progress,
    stalled,
    cancel: () => running.current?.abort(new DOMException('The download was cancelled.', 'AbortError')),
  };
}
