import { screen, waitFor, within } from '@testing-library/react';
import { ApiError } from '@tradepost/client/api/api-error';
import type { Handover, Member } from '@tradepost/contracts/identity';
import type { Role } from '@tradepost/contracts/roles';
import { routes } from '@tradepost/contracts/routes';
import { SealingError } from '@tradepost/sealing/errors';
import { axe } from 'jest-axe';
import { FakeApi } from '../../../test/fake-api';
import { useAuth } from '../../../session/auth.store';
import { manager, renderRoute, sender } from '../../../test/render';
import { membersAnswer } from '../../../test/samples';
import { Members } from '../members';

const handOver = jest.fn<Promise<void>, [object]>();
const takeOver = jest.fn<Promise<void>, [object]>();
jest.mock('../../../vault/company/handover', () => ({
  handOver: (given: object) => handOver(given),
  takeOver: (given: object) => takeOver(given),
}));
jest.mock('../../../vault/vault', () => ({
  ...jest.requireActual<object>('../../../vault/vault'),
  requireKeyring: async () => ({}),
}));

const api = new FakeApi();
const cora = { ...sender, id: 'c1', email: 'cora@member.example', firstName: 'Cora', roles: ['co-owner'] as Role[] };
const memberOf = (person: typeof cora, hasKeys: boolean, hasPassword = hasKeys): Member => ({
  ...person,
  joinedAt: '2026-11-01T10:00:00.000Z',
  absence: null,
  delegate: null,
  hasKeys,
  hasPersonKey: hasKeys,
  canHoldShare: hasPassword,
});
const open: Handover = {
  email: sender.email,
  to: { id: cora.id, email: cora.email, firstName: cora.firstName, lastName: cora.lastName },
  createdAt: '2026-11-01T10:00:00.000Z',
  expiresAt: '2026-11-08T10:00:00.000Z',
};

/** As the app does, which shows no screen to who has signed out. */
const SignedIn = () => (useAuth((state) => state.isAuthenticated) ? <Members /> : null);

function renderMembers({ user = sender, handover = null as Handover | null, hasKeys = true } = {}) {
  const max = memberOf({ ...cora, id: 'm1', email: 'max@member.example', firstName: 'Max', roles: ['manager'] }, true);
  api.on(
    routes.members,
    membersAnswer(() => [max, memberOf(cora, hasKeys)]),
  );
  api.on(routes.memberInvitations, () => []);
  api.on(routes.handover, () => ({ handover }));
  return renderRoute(<SignedIn />, { user });
}

beforeEach(() => {
  handOver.mockReset().mockResolvedValue();
  takeOver.mockReset().mockResolvedValue();
});

it('lets the owner name a co-owner with keys, by the password and a mailed code', async () => {
  const mailed = api.on(routes.sendHandoverCode, () => ({ message: 'Sent' }));
  const { person } = renderMembers();
  await screen.findByText('max@member.example');
  await person.click(screen.getByRole('button', { name: 'Hand over the company' }));
  const dialog = await screen.findByRole('dialog', { name: 'Hand over the company' });
  await within(dialog).findByRole('combobox', { name: 'New owner' });
  expect(dialog).toHaveTextContent(/cora@member\.example/);
  expect(dialog).not.toHaveTextContent(/max@member\.example/);
  await person.click(within(dialog).getByRole('button', { name: 'Email me a code' }));
  expect(await within(dialog).findByRole('status')).toHaveTextContent(
    `A verification code was sent to ${sender.email}.`,
  );
  expect(mailed).toHaveLength(1);
  await person.click(within(dialog).getByRole('button', { name: 'Hand over' }));
  expect(await within(dialog).findByText('Please enter your current password')).toBeVisible();
  await person.type(within(dialog).getByLabelText('Current password'), 'my password!');
  await person.type(within(dialog).getByLabelText('Verification code'), '12345');
  handOver.mockRejectedValueOnce(new ApiError('Otp is Invalid or expired', { code: 'OTP_INVALID', status: 400 }));
  await person.click(within(dialog).getByRole('button', { name: 'Hand over' }));
  expect(await within(dialog).findByText('Otp is Invalid or expired')).toBeVisible();
  expect(await axe(dialog)).toHaveNoViolations();
  await person.click(within(dialog).getByRole('button', { name: 'Hand over' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(handOver).toHaveBeenLastCalledWith({ memberId: cora.id, password: 'my password!', code: '12345' });
});

it('says what is missing while nobody can take it over', async () => {
  const { person } = renderMembers({ hasKeys: false });
  await screen.findByText('max@member.example');
  await person.click(screen.getByRole('button', { name: 'Hand over the company' }));
  expect(await screen.findByText('Nobody can take over the company yet')).toBeVisible();
  expect(screen.queryByLabelText('Current password')).toBeNull();
});

it('offers no co-owner without a password, and says what they do', async () => {
  const sue = memberOf({ ...cora, id: 's1', firstName: 'Sue', email: 'sue@member.example' }, true, false);
  const { person } = renderMembers();
  api.on(
    routes.members,
    membersAnswer(() => [sue, memberOf(cora, true)]),
  );
  await screen.findByText('Invite members');
  await person.click(screen.getByRole('button', { name: 'Hand over the company' }));
  const choice = await screen.findByRole('combobox', { name: 'New owner' });
  expect(within(choice).getAllByRole('option')).toHaveLength(1);
  expect(choice).toHaveTextContent(/cora@member\.example/);
  expect(screen.getByText(/^Cannot take over the company without a password: Sue/)).toBeVisible();
});

it.each([
  [
    'a password is still to be set',
    { withoutPassword: true as const },
    'Sign out and set a password',
    '/password-reset',
  ],
  ['they have a password', {}, 'Sign out and use your password', '/login'],
])('leads a co-owner who signed in with the company to their own sign-in: %s', async (_what, more, button, to) => {
  const user = { ...cora, sso: true as const, ...more };
  const left = api.on(routes.logout, () => ({ message: 'Bye' }));
  const { person, address } = renderMembers({ user });
  expect(await screen.findByText('Here you have the rights of a manager')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Take over the company' })).not.toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: button }));
  await waitFor(() => expect(address.current).toBe(to));
  expect(left).toHaveLength(1);
});

it('offers it to nobody else', async () => {
  renderMembers({ user: { ...manager, roles: ['co-owner'] } });
  expect(await screen.findByText('max@member.example')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Hand over the company' })).toBeNull();
});

it('shows the owner who can take the company over, and withdraws it', async () => {
  const cancelled = api.on(routes.cancelHandover, () => ({ message: 'Not handed over' }));
  const { person } = renderMembers({ handover: open });
  expect(await screen.findByText('Cora Sender can take over your company')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Take over the company' })).toBeNull();
  api.on(routes.handover, () => ({ handover: null }));
  await person.click(screen.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(screen.queryByText('Cora Sender can take over your company')).toBeNull());
  expect(cancelled).toHaveLength(1);
});

it('lets the named co-owner take the company over, and says how it goes on', async () => {
  const { person } = renderMembers({ user: cora, handover: open });
  await person.click(await screen.findByRole('button', { name: 'Take over the company' }));
  const dialog = await screen.findByRole('dialog', { name: 'Take over the company' });
  await person.type(within(dialog).getByLabelText('Your own password'), 'own password!');
  await person.type(within(dialog).getByLabelText(`New password of ${sender.email}`), 'another battery!');
  await person.type(within(dialog).getByLabelText('Confirm password'), 'another battery!');
  takeOver.mockRejectedValueOnce(new SealingError('HANDOVER_REFUSED'));
  await person.click(within(dialog).getByRole('button', { name: 'Take over' }));
  expect(await within(dialog).findByText(/does not name you as its next owner/)).toBeVisible();
  await person.click(within(dialog).getByRole('button', { name: 'Take over' }));
  expect(await within(dialog).findByText('You are the owner of the company now')).toBeVisible();
  expect(takeOver).toHaveBeenLastCalledWith({ current: 'own password!', password: 'another battery!' });
  expect(await axe(dialog)).toHaveNoViolations();
});

it('tells other co-owners, and lets them stop nothing', async () => {
  renderMembers({ user: { ...cora, id: 'other' }, handover: open });
  expect(await screen.findByText('Cora Sender can take over your company')).toBeVisible();
  for (const name of ['Withdraw', 'Decline', 'Take over the company'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});
