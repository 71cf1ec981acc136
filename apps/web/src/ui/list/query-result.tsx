import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../feedback/error-state';
import { SkeletonList } from '../busy/skeleton-list';

interface QueryResultProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  /** Shown until the first answer. */
  placeholder?: ReactNode;
  errorTitle?: string;
  children: (data: T) => ReactNode;
}

/** What a query answered, also while or after it failed to refresh; before that, a placeholder or the failure with Retry. */
export function QueryResult<T>({
  query: { data, error, refetch },
  placeholder = <SkeletonList />,
  errorTitle,
  children,
}: QueryResultProps<T>) {
  if (data !== undefined) return children(data);
  if (error) return <ErrorState error={error} title={errorTitle} onRetry={refetch} />;
  return placeholder;
}
