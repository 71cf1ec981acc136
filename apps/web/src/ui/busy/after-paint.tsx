import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { withFrameStyles } from '../layout/all-styles';

/** Calls back after the next paint; at once in a tab in the background, where nothing is painted. @returns what cancels it */
function whenPainted(then: () => void): () => void {
  if (document.hidden) {
    then();
    return () => undefined;
  }
  let timer: ReturnType<typeof setTimeout>;
  const frame = requestAnimationFrame(() => (timer = setTimeout(then)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * A part of a screen that is loaded once what surrounds it is painted, which would wait for its bytes otherwise.
 * @param Place is shown until then
 */
export function afterPaint<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Place: ComponentType<P> = () => null,
): ComponentType<P> {
  const Part = lazy(async () => ({ default: await withFrameStyles(load()) })) as unknown as ComponentType<P>;
  let wasPainted = false;
  return function AfterPaint(props) {
    const [isPainted, setIsPainted] = useState(wasPainted);
    useEffect(() => {
      if (isPainted) return undefined;
      return whenPainted(() => {
        wasPainted = true;
        setIsPainted(true);
      });
    }, [isPainted]);
    if (!isPainted) return <Place {...props} />;
    return (
      <Suspense fallback={<Place {...props} />}>
        <Part {...props} />
      </Suspense>
    );
  };
}
