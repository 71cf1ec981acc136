import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Column } from '../data-table-props';

/** Pixels. A scroll bar that comes and goes is no reason to show a column again. */
const scrollBar = 24;

/**
 * Leaves out columns that fold, the last first, until the table fits into its place. This is measured, because texts are longer in some
 * languages than in others.
 */
export function useFolding<T>(columns: Column<T>[]): {
  place: RefObject<HTMLDivElement | null>;
  unfolded: Column<T>[];
} {
  const place = useRef<HTMLDivElement>(null);
  const [{ folded }, setState] = useState({ folded: 0, width: 0 });
  const folding = columns.filter(({ folds }) => folds).map(({ key }) => key);
  const most = folding.length;

  const fit = () => {
    const content = place.current?.querySelector('.ant-table-content');
    if (!content) return;
    const { clientWidth, scrollWidth } = content;
    setState((before) => {
      if (clientWidth > before.width + scrollBar) return { folded: 0, width: clientWidth };
      if (scrollWidth > clientWidth && before.folded < most) return { folded: before.folded + 1, width: clientWidth };
      return before;
    });
  };
  useLayoutEffect(fit);
  useLayoutEffect(() => {
    const content = place.current?.querySelector('.ant-table-content');
    const observer = new ResizeObserver(fit);
    for (const part of [content, content?.firstElementChild]) if (part) observer.observe(part);
    return () => observer.disconnect();
    // the columns of a list are always the same
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const gone = folding.slice(most - folded);
  return { place, unfolded: columns.filter(({ key }) => !gone.includes(key)) };
}
