import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Page } from '@tradepost/contracts/fields';
import type { User } from '@tradepost/contracts/identity';
import type { RequestView } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { send } from '../../api/send';

export interface RequestListState {
  page: number;
  pageSize: number;
  sort?: string | undefined;
}

export const requestsQuery = (user: User, state: RequestListState) =>
  queryOptions({
    queryKey: ['requests', 'company', state],
    queryFn: ({ signal }) => send(routes.companyRequests, { id: user.id, ...state }, { signal }) as Promise<Page<RequestView>>,
    placeholderData: keepPreviousData,
  });

function useRequestMutation<I, O>(mutationFn: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: ['requests'] }) });
}

export const useReject = () => useRequestMutation((id: string) => send(routes.rejectRequest, { id }));
export const useConfirm = () => useRequestMutation((input: { requestId: string; expiry: string }) => send(routes.confirmRequest, input));
export const useAcceptCode = (user: User) => useMutation({ mutationFn: (requestId: string) => send(routes.createAcceptCode, { requestId, email: user.email }) });
export const useVerifyCode = () => useMutation({ mutationFn: (input: { id: string; code: string }) => send(routes.verifyAcceptCode, input) });
