import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { routes } from '@tradepost/contracts/routes';
import { listPartners } from '@tradepost/client/contacts/partners';
import { meQuery } from '../../api/queries';
import { send } from '../../api/send';
import { useMutation } from '../../api/use-mutation';
import { confirmContact } from '../../vault/vault';

/** The contacts and their verified keys. */
export const contactsQuery = queryOptions({
  queryKey: ['partners', 'keys'],
  queryFn: ({ signal }) => listPartners({ send: (route, input) => send(route, input, { signal }) }),
});

export const useConfirmKeys = () => useMutation({ mutationFn: confirmContact });

export function useRequireSealing() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (required: boolean) => send(routes.requireSealing, { required }),
    onSuccess: () => client.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
}
