import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { routes } from '@tradepost/contracts/routes';
import { meQuery } from '../../api/queries';
import { send } from '../../api/send';
import { useMutation } from '../../api/use-mutation';
import type { NewPasskey } from '../../passkey/add-passkey';
import { passkeysQuery } from '../../passkey/queries';
import { proofOf } from '../../vault/password/password';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => send(routes.sessions, {}, { signal }),
});

function usePasskeyChange<I, O>(mutationFn: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
}

export const useAddPasskey = () =>
  usePasskeyChange(async (given: NewPasskey) => (await import('../../passkey/add-passkey')).addPasskey(given));
export const useRemovePasskey = () => usePasskeyChange((id: string) => send(routes.removePasskey, { id }));

/** Requests a new secret on each mount: an unconfirmed one is never shown again. */
export const totpSetupQuery = (ticket: string) =>
  queryOptions({
    queryKey: ['totp-setup'],
    queryFn: () => send(routes.beginTotp, {}, { token: ticket }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

export function useConfirmTotp(ticket: string | undefined) {
  return useMutation({
    mutationFn: (code: string) => send(routes.confirmTotp, { code }, ticket ? { token: ticket } : {}),
  });
}

/** A code of the present second step, or a passkey in its place. */
export type SecondStep = { code: string } | 'passkey';

const proofOfStep = async (step: SecondStep) =>
  step === 'passkey'
    ? { passkey: await (await import('../../passkey/passkey-sign-in')).passkeyOfSecondStep() }
    : { code: step.code };

/** `step`: while two-step sign-in is on, that of the app that is replaced. */
export const useBeginTotp = () =>
  useMutation({
    mutationFn: async ({ password, step }: { password: string; step?: SecondStep }) =>
      send(routes.beginTotp, { ...(step && (await proofOfStep(step))), password: await proofOf(password) }),
  });

/** Reloads the security settings and the signed-in user. */
function useGuardChange<I, O>(mutationFn: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () =>
      Promise.all([meQuery.queryKey, sessionsQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

export const useChangePassword = () =>
  useGuardChange(async (passwords: { current: string; password: string }) =>
    (await import('../../vault/own-keys')).changePassword(passwords),
  );
/** What proves the owner of an account with two-step sign-in. */
interface BothSteps {
  password: string;
  code: string;
}

export const useEndTotp = () =>
  useGuardChange(async ({ password, code }: BothSteps) =>
    send(routes.endTotp, { password: await proofOf(password), code }),
  );
export const useRenewRecoveryCodes = () =>
  useGuardChange(async ({ password, step }: { password: string; step: SecondStep }) =>
    send(routes.renewRecoveryCodes, { ...(await proofOfStep(step)), password: await proofOf(password) }),
  );
export const useEndSession = () => useGuardChange((id: string) => send(routes.endSession, { id }));
export const useEndOtherSessions = () => useGuardChange(() => send(routes.endOtherSessions, {}));
export const useRequestDeletion = () =>
  useGuardChange(async (password: string) => send(routes.requestDeletion, { password: await proofOf(password) }));
