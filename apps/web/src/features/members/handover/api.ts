import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { routes } from '@tradepost/contracts/routes';
import { send } from '../../../api/send';
import { useMutation } from '../../../api/use-mutation';
import type { NamedSuccessor, TakingOver } from '../../../vault/company/handover';

/** The handover of the company that is open; null if there is none. */
export const handoverQuery = queryOptions({
  queryKey: ['handover'],
  queryFn: async ({ signal }) => (await send(routes.handover, {}, { signal })).handover,
});

function useHandoverMutation<I, O>(mutationFn: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: handoverQuery.queryKey }) });
}

export const useSendCode = () => useMutation({ mutationFn: () => send(routes.sendHandoverCode, {}) });
export const useHandOver = () =>
  useHandoverMutation(async (named: NamedSuccessor) =>
    (await import('../../../vault/company/handover')).handOver(named),
  );
export const useCancelHandover = () => useHandoverMutation(() => send(routes.cancelHandover, {}));
export const useTakeOver = () =>
  useHandoverMutation(async (taking: TakingOver) => (await import('../../../vault/company/handover')).takeOver(taking));
