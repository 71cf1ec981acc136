import { useQuery } from '@tanstack/react-query';
import type { User } from '@tradepost/contracts/identity';
import { receivedInvitationsQuery } from '../../api/queries';
import { pendingRequestsQuery } from '../../features/dashboard/api';

/** What waits for the person, by the address of its entry in the menu. Live updates keep the numbers current. */
export function useNavCounts(user: User): Partial<Record<string, number>> {
  const isOpen = user.userType !== 'admin' && user.companyId !== null && user.kycStatus !== 'Pending';
  const requests = useQuery({ ...pendingRequestsQuery(user), enabled: isOpen && user.userType === 'sender' });
  const invitations = useQuery({ ...receivedInvitationsQuery(user), enabled: isOpen });
  return {
    '/requests': requests.data?.total ?? 0,
    '/accept-invitation': invitations.data?.filter(({ status }) => status === 'pending').length ?? 0,
  };
}
