import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { RouteIn } from '@tradepost/contracts/routes';
import { routes } from '@tradepost/contracts/routes';
import { send } from '../../api/send';

export const apiKeysQuery = queryOptions({ queryKey: ['api-keys'], queryFn: ({ signal }) => send(routes.apiKeys, {}, { signal }) });

export type NewKey = RouteIn<typeof routes.createApiKey>;

/** The answer holds the key itself: nothing keeps it once its dialog is gone. */
export function useCreateKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: NewKey) => send(routes.createApiKey, given),
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  });
}

export function useRevokeKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => send(routes.revokeApiKey, { id }),
    onSettled: () => client.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  });
}
