import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { MailKind, MailPreferences } from '@tradepost/contracts/notification';
import { routes } from '@tradepost/contracts/routes';
import { send } from '../../api/send';
import { useMutation } from '../../api/use-mutation';

const pageSize = 20;

export const feedQuery = infiniteQueryOptions({
  queryKey: ['notifications'],
  queryFn: ({ pageParam, signal }) => send(routes.notifications, { page: pageParam, pageSize }, { signal }),
  initialPageParam: 1,
  getNextPageParam: ({ page, total }) => (page * pageSize < total ? page + 1 : undefined),
});

export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids?: string[]) => send(routes.readNotifications, ids ? { ids } : {}),
    onSettled: () => client.invalidateQueries({ queryKey: feedQuery.queryKey }),
  });
}

export const preferencesQuery = queryOptions({
  queryKey: ['mail-preferences'],
  queryFn: ({ signal }) => send(routes.notificationPreferences, {}, { signal }),
});

/** Switches optimistically, and back when the server refuses. */
export function useSavePreference() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, wanted }: { kind: MailKind; wanted: boolean }) =>
      send(routes.saveNotificationPreferences, { [kind]: wanted }),
    onMutate: async ({ kind, wanted }) => {
      await client.cancelQueries({ queryKey: preferencesQuery.queryKey });
      const before = client.getQueryData<MailPreferences>(preferencesQuery.queryKey);
      if (before) client.setQueryData(preferencesQuery.queryKey, { ...before, [kind]: wanted });
      return { before };
    },
    onError: (_error, _input, context) =>
      context?.before && client.setQueryData(preferencesQuery.queryKey, context.before),
    onSuccess: (saved) => client.setQueryData(preferencesQuery.queryKey, saved),
  });
}
