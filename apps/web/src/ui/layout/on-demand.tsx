import { lazy, Suspense, type ComponentType } from 'react';
import { withAllStyles } from './all-styles';

/** A part of a screen, like a dialog, that is loaded when it is first shown. Until then there is nothing in its place. */
export function onDemand<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(async () => ({ default: await withAllStyles(load()) })) as unknown as ComponentType<P>;
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}
