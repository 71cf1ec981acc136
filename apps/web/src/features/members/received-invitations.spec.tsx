import { screen, waitFor } from '@testing-library/react';
import { routes } from '@tradepost/contracts/routes';
import { queryClient } from '../../api/query-client';
import { FakeApi } from '../../test/fake-api';
import { auditor, renderRoute, sender } from '../../test/render';
import { useAuth } from '../../session/auth.store';
import { readToken } from '../../session/token';
import { ReceivedMemberInvitations } from './received-invitations';

const api = new FakeApi();
const company = {
  companyId: '33333333-3333-4333-8333-333333333333',
  companyName: 'Port Ltd',
  roles: ['auditor' as const],
};
const invitation = {
  id: 'i1',
  companyName: 'Port Ltd',
  inviterEmail: 'olga@port.example',
  roles: ['auditor' as const],
  createdAt: '2026-11-01T10:00:00.000Z',
};

const me = (memberInvitations: number) => ({
  user: sender,
  security: { totp: false, recoveryCodesLeft: 0 },
  deletionAt: null,
  language: null,
  memberships: 0,
  memberInvitations,
});

it('asks for nothing when no invitation waits, and shows a new one as soon as it is known', async () => {
  let waiting = 0;
  const asked = api.on(routes.me, () => me(waiting));
  const received = api.on(routes.receivedMemberInvitations, () => [invitation]);
  renderRoute(<ReceivedMemberInvitations />);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(received).toEqual([]);
  waiting = 1;
  await queryClient.invalidateQueries({ queryKey: ['me'] });
  expect(await screen.findByText('Port Ltd invites you as auditor')).toBeVisible();
});

it('accepts an invitation and then acts for the company', async () => {
  let isOpen = true;
  api.on(routes.me, () => me(isOpen ? 1 : 0));
  api.on(routes.receivedMemberInvitations, () => (isOpen ? [invitation] : []));
  api.on(routes.acceptMemberInvitation, () => {
    isOpen = false;
    return { message: 'Joined', company };
  });
  const switched = api.on(routes.switchCompany, () => ({
    token: 'next',
    user: { ...auditor, companyId: company.companyId, companyName: company.companyName },
  }));
  useAuth.setState({ ShareEmail: ['partner@former.example'] });
  const { person } = renderRoute(<ReceivedMemberInvitations />);
  expect(await screen.findByText('Port Ltd invites you as auditor')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Accept the invitation from Port Ltd' }));
  await person.click(await screen.findByRole('button', { name: 'Switch to Port Ltd' }));
  await waitFor(() => expect(useAuth.getState().user?.companyId).toBe(company.companyId));
  expect(switched).toEqual([{ companyId: company.companyId }]);
  expect(readToken()).toBe('next');
  expect(useAuth.getState().ShareEmail).toEqual([]);
});

it('declines an invitation', async () => {
  let isOpen = true;
  api.on(routes.me, () => me(isOpen ? 1 : 0));
  api.on(routes.receivedMemberInvitations, () => (isOpen ? [invitation] : []));
  api.on(routes.declineMemberInvitation, () => {
    isOpen = false;
    return { message: 'Declined' };
  });
  const { person } = renderRoute(<ReceivedMemberInvitations />, { user: sender });
  await person.click(await screen.findByRole('button', { name: 'Decline the invitation from Port Ltd' }));
  await waitFor(() => expect(screen.queryByText(/invites you/)).not.toBeInTheDocument());
});
