import { useEffect, useState } from 'react';

const stallMs = 5_000;

/** Whether the progress of a running transfer has not changed for some seconds. */
export function useStalled(progress: unknown): boolean {
  const [still, setStill] = useState<{ at: unknown }>();
  useEffect(() => {
    const timer = setTimeout(() => setStill({ at: progress }), stallMs);
    return () => clearTimeout(timer);
  }, [progress]);
  return still !== undefined && still.at === progress;
}
