import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { routes } from '@tradepost/contracts/routes';
import { minSearch } from '@tradepost/contracts/values/search';
import { send } from '../../api/send';

/** Of the last letters typed: the results of the letters before stay until these arrive. */
const shared = (q: string) => ({
  enabled: q.length >= minSearch,
  placeholderData: keepPreviousData,
  staleTime: 10_000,
});

export const workspaceSearch = (q: string) =>
  queryOptions({
    queryKey: ['search', 'workspace', q],
    queryFn: ({ signal }) => send(routes.searchWorkspace, { q }, { signal }),
    ...shared(q),
  });

export const partnerSearch = (q: string) =>
  queryOptions({
    queryKey: ['search', 'partners', q],
    queryFn: ({ signal }) => send(routes.searchPartners, { q }, { signal }),
    ...shared(q),
  });

export const requestSearch = (q: string) =>
  queryOptions({
    queryKey: ['search', 'requests', q],
    queryFn: ({ signal }) => send(routes.searchRequests, { q }, { signal }),
    ...shared(q),
  });
