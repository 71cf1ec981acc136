import type { ReactNode } from 'react';

interface ListToolsProps {
  query: { data: { total: number } | undefined; isPlaceholderData: boolean };
  isFiltered: boolean;
  children: ReactNode;
}

/** The search and the filters of a list, unless there is nothing to find: not one item without them. */
export function ListTools({ query: { data, isPlaceholderData }, isFiltered, children }: ListToolsProps) {
  // the answer to a search that was just cleared is the one before it
  return data?.total === 0 && !isFiltered && !isPlaceholderData ? null : children;
}
