import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { SsoSettings } from '@tradepost/contracts/identity';
import { routes, type RouteIn } from '@tradepost/contracts/routes';
import { send } from '../../api/send';
import { useMutation } from '../../api/use-mutation';
import { replaceSession } from '../../session/auth.store';
import { t } from '../../i18n/t';

export const ssoQuery = queryOptions({
  queryKey: ['sso'],
  queryFn: ({ signal }) => send(routes.sso, {}, { signal }),
});

/** Every change answers the settings as they are then. */
function useSsoMutation<I = void>(mutationFn: (input: I) => Promise<SsoSettings>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: (settings) => client.setQueryData(ssoQuery.queryKey, settings) });
}

export const useSaveConnection = () =>
  useSsoMutation((connection: RouteIn<typeof routes.saveSso>) => send(routes.saveSso, connection));
export const useRemoveConnection = () => useSsoMutation(() => send(routes.removeSso, {}));
export const useEnforce = () => useSsoMutation((enforced: boolean) => send(routes.enforceSso, { enforced }));
export const useAddDomain = () => useSsoMutation((domain: string) => send(routes.addSsoDomain, { domain }));
export const useVerifyDomain = () => useSsoMutation((id: string) => send(routes.verifySsoDomain, { id }));
export const useRemoveDomain = () => useSsoMutation((id: string) => send(routes.removeSsoDomain, { id }));

export const scimQuery = queryOptions({
  queryKey: ['scim'],
  queryFn: ({ signal }) => send(routes.scimTokens, {}, { signal }),
});

/** @throws ApiError PASSWORD_WRONG, KEY_LIMIT, SSO_DOMAIN_MISSING */
async function createScimToken({ password: typed, ...given }: RouteIn<typeof routes.createScimToken>) {
  const { secretsForApiKey } = await import('../../vault/own-keys');
  const { password } = await secretsForApiKey(typed, false);
  return send(routes.createScimToken, { ...given, password });
}

/** The answer contains the token, so it is not cached. */
export function useCreateScimToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: createScimToken,
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: scimQuery.queryKey }),
  });
}

export function useRevokeScimToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => send(routes.revokeApiKey, { id }),
    onSettled: () => client.invalidateQueries({ queryKey: scimQuery.queryKey }),
  });
}

/** Leaves for the sign-in service. The server has checked the address; a script is no address here either. */
function continueAt({ url }: { url: string }) {
  if (!/^https?:\/\//.test(url)) throw new Error(t('The sign-in service has no valid address.'));
  window.location.assign(url);
}

export const useStartSso = () =>
  useMutation({ mutationFn: async (email: string) => continueAt(await send(routes.startSso, { email })) });
export const useLinkAccount = () =>
  useMutation({ mutationFn: async () => continueAt(await send(routes.startSsoLink, {})) });

/** With what the sign-in service has added to the address of the page. A person who links their account is signed in already. */
export const useFinishSso = () =>
  useMutation({
    mutationFn: ({ companyId, parameters }: { companyId: string; parameters: string }) =>
      replaceSession(() => send(routes.finishSso, { companyId, parameters })),
  });
