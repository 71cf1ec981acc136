import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { send } from '../../api/send';

export const receivedQuery = (user: User) => queryOptions({ queryKey: ['received'], queryFn: ({ signal }) => send(routes.received, { email: user.email }, { signal }) });

export function useSendRequest(user: User) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fileIds: string[]) => send(routes.createRequest, { files: fileIds.map((id) => ({ id })), requesterId: user.id, receiverEmail: user.email }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['requests'] }),
  });
}
