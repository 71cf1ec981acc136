import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { receivedInvitationsQuery } from '../../api/queries';
import { send } from '../../api/send';
import { useMutation } from '../../api/use-mutation';
import { useAuth } from '../../session/auth.store';

export function useInvite(user: User) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (emails: string[]) => send(routes.invite, { email: user.email, emails }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['invitations', 'sent'] }),
  });
}

export function useResendInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => send(routes.resendInvitation, { id }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['invitations', 'sent'] }),
  });
}

/** The notes are fields of both lists of invitations. */
export function useSavePartnerNote() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { id: string; note: string }) => send(routes.savePartnerNote, input),
    onSuccess: () => client.invalidateQueries({ queryKey: ['invitations'] }),
  });
}

interface End {
  id: string;
  /** Address of a partner that the person has invited. */
  partner?: string;
  keepTransfers?: boolean;
}

/** Withdraws, declines or ends an invitation, which also changes folders and partners. */
export function useEndInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ partner, ...end }: End) => {
      if (partner !== undefined) await (await import('../../sealing/recorded')).recordPartnerRemoved(partner);
      return send(routes.endInvitation, end);
    },
    onSettled: () => client.invalidateQueries(),
  });
}

/** Accepts an invitation and refreshes everything, because the partner's folders appear now. */
export function useAcceptInvitation(user: User) {
  const client = useQueryClient();
  const { queryKey } = receivedInvitationsQuery(user);
  return useMutation({
    mutationFn: (id: string) => send(routes.acceptInvitation, { id }),
    onSuccess: ({ invitation }) => {
      client.setQueryData(queryKey, (list) =>
        list?.map((item) => (item.id === invitation.id ? { ...item, status: 'accepted' } : item)),
      );
      useAuth.setState(({ recivedrequest }) => ({
        recivedrequest: recivedrequest.filter(({ id }) => id !== invitation.id),
      }));
      return client.invalidateQueries();
    },
  });
}
