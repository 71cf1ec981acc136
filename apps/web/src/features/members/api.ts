import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Member } from '@tradepost/contracts/identity';
import type { MemberRole } from '@tradepost/contracts/roles';
import { routes, type RouteIn } from '@tradepost/contracts/routes';
import { meQuery } from '../../api/queries';
import { send } from '../../api/send';
import { useMutation } from '../../api/use-mutation';
import { replaceSession } from '../../session/auth.store';

export const invitationsQuery = queryOptions({
  queryKey: ['members', 'invited'],
  queryFn: ({ signal }) => send(routes.memberInvitations, {}, { signal }),
});

const rarelyMs = 5 * 60_000;

/** The own account, and the companies that the person is a member of. */
export const companiesQuery = queryOptions({
  queryKey: ['companies'],
  queryFn: ({ signal }) => send(routes.companies, {}, { signal }),
  staleTime: rarelyMs,
});

export const receivedQuery = queryOptions({
  queryKey: ['member-invitations'],
  queryFn: ({ signal }) => send(routes.receivedMemberInvitations, {}, { signal }),
  // asked only while some wait: then the last answer is out of date
  staleTime: 0,
});

/** Refreshes both lists of the company. */
export function useMembersMutation<I, O>(mutationFn: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: ['members'] }) });
}

export const useInviteMembers = () =>
  useMembersMutation((invited: { emails: string[]; roles: MemberRole[] }) => send(routes.inviteMembers, invited));
export const useWithdrawInvitation = () =>
  useMembersMutation((id: string) => send(routes.withdrawMemberInvitation, { id }));
export const useChangeRoles = () =>
  useMembersMutation((changed: { id: string; roles: MemberRole[] }) => send(routes.changeMemberRoles, changed));
export const useRemoveMember = () =>
  useMembersMutation(async (member: Member) => {
    await (await import('../../sealing/recorded')).recordKeysTaken(member);
    return send(routes.removeMember, { id: member.id });
  });

export const useSetAbsence = () =>
  useMembersMutation((absence: RouteIn<typeof routes.setAbsence>) => send(routes.setAbsence, absence));
export const useEndAbsence = () => useMembersMutation(() => send(routes.endAbsence, {}));

/** Refreshes what the person has received, and the companies to choose from. */
function useReceivedMutation<O>(mutationFn: (id: string) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all(
        [receivedQuery, companiesQuery, meQuery].map(({ queryKey }) =>
          client.invalidateQueries({ queryKey: [...queryKey] }),
        ),
      ),
  });
}

export const useAcceptInvitation = () =>
  useReceivedMutation((id: string) => send(routes.acceptMemberInvitation, { id }));
export const useDeclineInvitation = () =>
  useReceivedMutation((id: string) => send(routes.declineMemberInvitation, { id }));

/** Acts for another company from now on, or, with null, for the own account. The screens start again with its data. */
export const useSwitchCompany = () =>
  useMutation({
    mutationFn: (companyId: string | null) => replaceSession(() => send(routes.switchCompany, { companyId })),
  });

/** Afterwards the session of the company has ended. */
export const useLeaveCompany = () =>
  useMutation({ mutationFn: (companyId: string) => send(routes.leaveCompany, { companyId }) });

export const approvalRuleQuery = queryOptions({
  queryKey: ['approval-rule'],
  queryFn: ({ signal }) => send(routes.approvalRule, {}, { signal }),
});

export function useSetApprovalRule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (rule: RouteIn<typeof routes.setApprovalRule>) => send(routes.setApprovalRule, rule),
    onSuccess: (rule) => client.setQueryData(approvalRuleQuery.queryKey, rule),
  });
}
