import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { WaitingRecovery } from '@tradepost/client/recovery/approving';
import { useMutation } from '../../../api/use-mutation';
import { recoveryKey } from '../../../vault/recovery/query';
import type { NewShares } from '../../../vault/recovery/shares';

const shares = () => import('../../../vault/recovery/shares');
const approving = () => import('../../../vault/recovery/approving');

/** The verified shares of the owner's company. @param isOpen whether the owner's record can say which ones are the newest */
export const ownSharesQuery = (isOpen: boolean) =>
  queryOptions({ queryKey: [recoveryKey, 'own', isOpen], queryFn: async () => (await shares()).ownShares() });

/** What the member approves is what they have compared: it is asked for once. */
export const waitingQuery = queryOptions({
  queryKey: ['recovery-to-approve'],
  queryFn: async () => (await approving()).waitingForShare(),
  retry: false,
  gcTime: 0,
  staleTime: Infinity,
  structuralSharing: false,
});

function useRecoveryMutation<I, O>(mutationFn: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: [recoveryKey] }) });
}

export const useGiveShares = () => useRecoveryMutation(async (given: NewShares) => (await shares()).giveShares(given));
export const useEndShares = () =>
  useRecoveryMutation(async (password: string) => (await shares()).endOwnShares(password));

interface Approval {
  waiting: WaitingRecovery;
  digits: string;
  password: string;
}

export const useApprove = () =>
  useRecoveryMutation(async ({ waiting, ...typed }: Approval) => (await approving()).approveByNumber(waiting, typed));
