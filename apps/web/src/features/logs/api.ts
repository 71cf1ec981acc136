import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { LogEntry } from '@tradepost/contracts/audit';
import { readAllPages } from '@tradepost/contracts/values/read-all-pages';
import type { Page } from '@tradepost/contracts/values/fields';
import type { User } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { send } from '../../api/send';

export const pageSize = 20;
const largestPage = 200;

const pageOf = ({ id }: User, query: { page: number; pageSize: number; q: string }, signal?: AbortSignal) =>
  send(routes.logs, { id, ...query }, { ...(signal && { signal }) }) as Promise<Page<LogEntry>>;

export const logsQuery = (user: User, { page, q }: { page: number; q: string }) =>
  queryOptions({
    queryKey: ['logs', 'page', page, q],
    queryFn: ({ signal }) => pageOf(user, { page, pageSize, q }, signal),
    placeholderData: keepPreviousData,
  });

/** All matching entries, newest first. */
export const everyEntry = (user: User, q: string): Promise<LogEntry[]> =>
  readAllPages((page) => pageOf(user, { page, pageSize: largestPage, q }));
