import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { SectionCard } from '../../ui/card/section-card';
import { SkeletonList } from '../../ui/busy/skeleton-list';
import { QueryResult } from '../../ui/list/query-result';
import layout from '../../ui/layout/layout.module.css';

interface PanelProps<T> {
  title: string;
  more?: { to: string; text: string };
  query: UseQueryResult<T>;
  isEmpty: (data: T) => boolean;
  empty: ReactNode;
  children: (data: T) => ReactNode;
  rows?: number;
}

/** A card with its own loading, error and empty state. */
export function Panel<T>({ title, more, query, isEmpty, empty, children, rows = 3 }: PanelProps<T>) {
  const { data } = query;
  return (
    <SectionCard
      title={title}
      extra={
        more &&
        data !== undefined &&
        !isEmpty(data) && (
          <Link to={more.to} className={layout.ownLink}>
            {more.text}
          </Link>
        )
      }
      styles={{ body: { padding: '8px var(--card-edge) 16px' } }}
    >
      <QueryResult query={query} placeholder={<SkeletonList rows={rows} />}>
        {(found) => (isEmpty(found) ? empty : children(found))}
      </QueryResult>
    </SectionCard>
  );
}
