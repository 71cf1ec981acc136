import type { UseQueryResult } from '@tanstack/react-query';
import { Card } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ErrorState } from '../../ui/error-state';
import { SkeletonList } from '../../ui/skeleton-list';

interface PanelProps<T> {
  title: string;
  more?: { to: string; text: string };
  query: UseQueryResult<T>;
  isEmpty: (data: T) => boolean;
  empty: ReactNode;
  children: (data: T) => ReactNode;
  rows?: number;
}

/** A card that loads, fails and is empty on its own: the rest of the page does not wait for it. */
export function Panel<T>({ title, more, query, isEmpty, empty, children, rows = 3 }: PanelProps<T>) {
  const { data, error, refetch } = query;
  return (
    <Card
      title={<h2 style={{ font: 'inherit', margin: 0 }}>{title}</h2>}
      extra={more && data !== undefined && !isEmpty(data) && <Link to={more.to}>{more.text}</Link>}
      styles={{ body: { padding: '8px 20px 16px' } }}
      style={{ height: '100%' }}
    >
      {error && data === undefined ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <SkeletonList rows={rows} />
      ) : isEmpty(data) ? (
        empty
      ) : (
        children(data)
      )}
    </Card>
  );
}
