import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { RouteIn } from '@tradepost/contracts/routes';
import { routes } from '@tradepost/contracts/routes';
import { send } from '../../api/send';
import { useMutation } from '../../api/use-mutation';

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => send(routes.apiKeys, {}, { signal }),
});

interface NewKey extends Omit<RouteIn<typeof routes.createApiKey>, 'epoch' | 'wrap'> {
  /** Whether the key comes with a sealing key. */
  sealing: boolean;
}

/** Shown once; the sealing key is never sent. */
export interface MadeKey {
  key: string;
  sealingKey: string | null;
}

/** @throws ApiError PASSWORD_WRONG, KEY_LIMIT, KEYS_STALE, INVALID */
async function createKey({ password: typed, sealing, ...given }: NewKey): Promise<MadeKey> {
  const { secretsForApiKey } = await import('../../vault/own-keys');
  const { password, made } = await secretsForApiKey(typed, sealing);
  const { key } = await send(routes.createApiKey, { ...given, ...made?.wrapped, password });
  return { key, sealingKey: made?.sealingKey ?? null };
}

/** The answer contains the key, so it is not cached after the dialog closes. */
export function useCreateKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: createKey,
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
