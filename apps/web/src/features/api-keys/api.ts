import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { sealingKeyFor } from '@tradepost/client/keys';
import type { RouteIn } from '@tradepost/contracts/routes';
import { routes } from '@tradepost/contracts/routes';
import { send } from '../../api/send';
import { passwordWrong, presentKeys, problemOf, signedIn } from '../../vault/keeper';
import { keysOfPassword } from '../../vault/password';

export const apiKeysQuery = queryOptions({ queryKey: ['api-keys'], queryFn: ({ signal }) => send(routes.apiKeys, {}, { signal }) });

interface NewKey extends Omit<RouteIn<typeof routes.createApiKey>, 'epoch' | 'wrap'> {
  /** Whether its program is to open and seal files. */
  sealing: boolean;
}

/** What is shown once; the sealing key was never sent. */
export interface MadeKey {
  key: string;
  sealingKey: string | null;
}

/** @throws ApiError PASSWORD_WRONG, KEY_LIMIT, KEYS_STALE, INVALID */
async function createKey({ password, sealing, ...given }: NewKey): Promise<MadeKey> {
  const { id, email } = signedIn();
  const keys = await keysOfPassword(email, password);
  const made = sealing ? await sealingKeyFor(id, (await presentKeys({ id, email })).keys.vault, keys).catch(asWrongPassword) : null;
  const { key } = await send(routes.createApiKey, { ...given, ...made?.given, password: keys.authKey });
  return { key, sealingKey: made?.sealingKey ?? null };
}

function asWrongPassword(error: unknown): never {
  throw problemOf(error) === 'VAULT_LOCKED' ? passwordWrong() : error;
}

/** The answer holds the key itself: nothing keeps it once its dialog is gone. */
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
