import { screen, waitFor, within } from '@testing-library/react';
import { AppError } from '@tradepost/contracts/errors';
import { routes, type RouteOut } from '@tradepost/contracts/routes';
import { axe } from 'jest-axe';
import { FakeApi } from '../../test/fake-api';
import { manager, renderRoute, sender } from '../../test/render';
import { membersAnswer, sampleMember } from '../../test/samples';
import { Members } from './members';

const api = new FakeApi();
const ada = { ...sender, id: 'a1', email: 'ada@audit.example', firstName: 'Ada', lastName: 'Audit' };

function renderMembers(joined = true) {
  const at = '2026-11-01T10:00:00.000Z';
  let members = [
    {
      ...sender,
      roles: ['owner' as const],
      joinedAt: null,
      hasKeys: true,
      hasPersonKey: false,
      canHoldShare: false,
      absence: null,
      delegate: null,
    },
    ...(joined
      ? [
          {
            ...ada,
            roles: ['auditor' as const],
            joinedAt: at,
            hasKeys: false,
            hasPersonKey: false,
            canHoldShare: false,
            absence: null,
            delegate: null,
          },
        ]
      : []),
  ];
  api.on(
    routes.members,
    membersAnswer(() => members),
  );
  api.on(routes.memberInvitations, () => []);
  api.on(routes.handover, () => ({ handover: null }));
  const removed = api.on(routes.removeMember, ({ id }) => {
    members = members.filter((member) => member.id !== id);
    return { message: 'Removed' };
  });
  return { ...renderRoute(<Members />), removed };
}

async function openDialog() {
  const view = renderMembers(false);
  await view.person.click(await screen.findByRole('button', { name: 'Invite members' }));
  return { ...view, dialog: await screen.findByRole('dialog', { name: 'Invite members' }) };
}

it('invites several people with the chosen role, and reports those who need no invitation', async () => {
  const outcomes: RouteOut<typeof routes.inviteMembers>['invited'] = [
    { email: 'ada@audit.example', status: 'invited' },
    { email: 'bob@audit.example', status: 'already-member' },
  ];
  const invited = api.on(routes.inviteMembers, () => ({ message: 'Invited', invited: outcomes }));
  const { person, dialog } = await openDialog();
  expect(within(dialog).getByText(/Cannot open or change anything/)).toBeVisible();
  expect(await axe(dialog)).toHaveNoViolations();
  await person.click(within(dialog).getByRole('checkbox', { name: /Approver/ }));
  await person.click(within(dialog).getByRole('textbox', { name: 'Email addresses' }));
  await person.paste('ada@audit.example, bob@audit.example');
  await person.click(within(dialog).getByRole('button', { name: 'Send Invitations' }));
  expect(await screen.findByText('bob@audit.example is a member already')).toBeVisible();
  expect(invited).toEqual([{ emails: ['ada@audit.example', 'bob@audit.example'], roles: ['approver'] }]);
});

it('keeps the dialog if nobody was invited, and text that is no address', async () => {
  const own: RouteOut<typeof routes.inviteMembers>['invited'] = [{ email: 'ann@audit.example', status: 'own-address' }];
  const invited = api.on(routes.inviteMembers, () => ({ message: 'Invited', invited: own }));
  const { person, dialog } = await openDialog();
  const field = within(dialog).getByRole('textbox', { name: 'Email addresses' });
  await person.type(field, 'ann@audit.example{Enter}ada');
  await person.click(within(dialog).getByRole('button', { name: 'Send Invitations' }));
  expect(within(dialog).getByText('Please enter a valid email address')).toBeVisible();
  expect(field).toHaveFocus();
  expect(field).toBeInvalid();
  expect(invited).toEqual([]);
  await person.clear(field);
  await person.click(within(dialog).getByRole('button', { name: 'Send Invitations' }));
  expect(await screen.findByText('ann@audit.example is your own address')).toBeVisible();
  expect(screen.queryByText('Invited')).not.toBeInTheDocument();
  expect(dialog).toBeVisible();
});

it('sends nothing without an address, and keeps the dialog when the invitation is refused', async () => {
  const invited = api.on(routes.inviteMembers, () => {
    throw new AppError('TOO_MANY');
  });
  const { person, dialog } = await openDialog();
  await person.click(within(dialog).getByRole('button', { name: 'Send Invitations' }));
  expect(await within(dialog).findByText('Please add at least one email address')).toBeVisible();
  expect(invited).toEqual([]);
  await person.type(within(dialog).getByRole('textbox', { name: 'Email addresses' }), 'ada@audit.example{Enter}');
  await person.click(within(dialog).getByRole('button', { name: 'Send Invitations' }));
  expect(await within(dialog).findByRole('alert')).toBeVisible();
});

it('lets a manager manage the roles below, and nobody else', async () => {
  const members = [
    {
      ...sender,
      roles: ['owner' as const],
      joinedAt: null,
      hasKeys: true,
      hasPersonKey: false,
      canHoldShare: false,
      absence: null,
      delegate: null,
    },
    {
      ...ada,
      roles: ['manager' as const, 'auditor' as const],
      joinedAt: '2026-11-01T10:00:00.000Z',
      hasKeys: false,
      hasPersonKey: false,
      canHoldShare: false,
      absence: null,
      delegate: null,
    },
    {
      ...ada,
      id: 'u1',
      firstName: 'Uma',
      roles: ['uploader' as const],
      joinedAt: '2026-11-01T10:00:00.000Z',
      hasKeys: false,
      hasPersonKey: false,
      canHoldShare: false,
      absence: null,
      delegate: null,
    },
  ];
  const at = { createdAt: '2026-11-01T10:00:00.000Z', expiresAt: '2026-11-15T10:00:00.000Z' };
  api.on(
    routes.members,
    membersAnswer(() => members),
  );
  api.on(routes.memberInvitations, () => [
    { id: 'i1', email: 'mia@m.example', roles: ['manager' as const], ...at },
    { id: 'i2', email: 'eva@e.example', roles: ['auditor' as const], ...at },
  ]);
  const { person } = renderRoute(<Members />, { user: manager });
  await screen.findByText('eva@e.example');
  await screen.findByRole('button', { name: 'Remove Uma Audit' });
  const buttons = screen
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  expect(buttons).toEqual([
    'Invite members',
    'Change the roles of Uma Audit',
    'Remove Uma Audit',
    'Withdraw the invitation to eva@e.example',
  ]);
  await person.click(screen.getByRole('button', { name: 'Invite members' }));
  const dialog = await screen.findByRole('dialog', { name: 'Invite members' });
  const names = within(dialog)
    .getAllByRole('checkbox')
    .map((box) => box.closest('label')?.querySelector('strong')?.textContent);
  expect(names).toEqual(['Uploader', 'Downloader', 'Auditor']);
});

it('removes a member after a question; the owner cannot be removed', async () => {
  const { person, removed } = renderMembers();
  await person.click(await screen.findByRole('button', { name: 'Remove Ada Audit' }));
  expect(screen.queryByRole('button', { name: 'Remove Sam Sender' })).not.toBeInTheDocument();
  // nor has the owner a day of joining
  expect(screen.getByRole('row', { name: /Sam Sender/ })).not.toHaveTextContent('–');
  const question = await screen.findByRole('dialog');
  expect(removed).toEqual([]);
  await person.click(within(question).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('ada@audit.example')).not.toBeInTheDocument());
  expect(removed).toEqual([{ id: 'a1' }]);
});

it('changes the roles of a member; they combine, and who has none of them is an auditor', async () => {
  const { person } = renderMembers();
  const changed = api.on(routes.changeMemberRoles, () => ({ message: 'The roles were changed' }));
  await person.click(await screen.findByRole('button', { name: 'Change the roles of Ada Audit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Roles of Ada Audit' }));
  const box = (name: RegExp) => dialog.getByRole('checkbox', { name });
  expect(box(/^Auditor/)).toBeChecked();
  await person.click(box(/^Uploader/));
  await person.click(box(/^Downloader/));
  expect(box(/^Auditor/)).not.toBeChecked();
  await person.click(box(/^Uploader/));
  await person.click(box(/^Downloader/));
  expect(box(/^Auditor/)).toBeChecked();
  await person.click(box(/^Uploader/));
  await person.click(box(/^Approver/));
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(changed).toEqual([{ id: 'a1', roles: ['uploader', 'approver'] }]));
  expect(await screen.findByText('The roles were changed')).toBeVisible();
});

describe('the list of 500 members', () => {
  const many = Array.from({ length: 500 }, (_, n) =>
    sampleMember({
      ...sender,
      id: `m${n}`,
      firstName: 'Person',
      lastName: `No ${n}`,
      email: `m${n}@a.example`,
      roles: n === 7 ? ['uploader'] : ['auditor'],
    }),
  );

  it('has pages, and is searched by name and role on the server', async () => {
    const asked = api.on(
      routes.members,
      membersAnswer(() => many),
    );
    api.on(routes.memberInvitations, () => []);
    api.on(routes.handover, () => ({ handover: null }));
    const { person } = renderRoute(<Members />);
    expect(await screen.findByText('Showing 1-25 of 500 people')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('Person No 25')).toBeVisible();
    await person.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Uploader');
    expect(await screen.findByText('Showing 1-1 of 1 people')).toBeVisible();
    expect(screen.getByText('Person No 7')).toBeVisible();
    await person.type(screen.getByRole('searchbox', { name: 'Search members' }), 'nobody');
    expect(await screen.findByText('No matching people')).toBeVisible();
    expect(asked.at(-1)).toMatchObject({ q: 'nobody', role: 'uploader', page: '1' });
    await person.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByText('Showing 1-25 of 500 people')).toBeVisible();
  });
});
