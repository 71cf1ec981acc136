import { queryOptions } from '@tanstack/react-query';
import { keyOfMember } from '@tradepost/client/company/giving';
import type { Member } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import type { VerifiedPersonKey } from '@tradepost/sealing/keys/person-key';
import { send } from '../../../api/send';
import { useMembersMutation } from '../api';

/** The key to compare. It is asked for once: what the owner compares is what the keys are given to. */
export const memberKeyQuery = ({ id, email }: Pick<Member, 'id' | 'email'>) =>
  queryOptions({
    queryKey: ['member-key', id],
    queryFn: ({ signal }) => keyOfMember({ send: (route, input) => send(route, input, { signal }) }, { id, email }),
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
    structuralSharing: false,
  });

export const useGiveKeys = () =>
  useMembersMutation(async ({ compared, password }: { compared: VerifiedPersonKey; password: string }) =>
    (await import('../../../vault/company/give-keys')).giveKeys(compared, password),
  );

export const useTakeKeys = () =>
  useMembersMutation(async (member: Member) => {
    await (await import('../../../sealing/recorded')).recordKeysTaken(member);
    return send(routes.endCompanyKey, { id: member.id });
  });
