import { queryOptions } from '@tanstack/react-query';
import { keyOfMember } from '@tradepost/client/company/giving';
import type { Member } from '@tradepost/contracts/identity';
import { send } from '../../api/send';

/** The key to compare. It is asked for once: what the owner compares is what the keys or a share are given to. */
export const memberKeyQuery = ({ id, email }: Pick<Member, 'id' | 'email'>) =>
  queryOptions({
    queryKey: ['member-key', id],
    queryFn: ({ signal }) => keyOfMember({ send: (route, input) => send(route, input, { signal }) }, { id, email }),
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
    structuralSharing: false,
  });
