import { useEffect, useState } from 'react';

/** Whether what the component first showed was painted: what only adds to it is asked for afterwards. In a tab in the background, where nothing is painted, nothing waits for it. */
export function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(() => document.hidden);
  useEffect(() => {
    let painted: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      painted = setTimeout(() => setIsPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(painted);
    };
  }, []);
  return isPainted;
}
