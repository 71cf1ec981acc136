import { screen } from '@testing-library/react';
import type { ReceivedInvitation, User } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { FakeApi } from '../../test/fake-api';
import { auditor, manager, renderRoute, sender } from '../../test/render';
import AcceptInvitationPage from './accept-invitation.page';

const api = new FakeApi();

function renderPage(path = '/accept-invitation') {
  api.on(routes.receivedInvitations, () => []);
  renderRoute(<AcceptInvitationPage />, { path });
}

describe('the invitations of a person without partners', () => {
  it('say which address a company has to invite', async () => {
    renderPage();
    expect(
      await screen.findByText(`Ask the company to invite ${sender.email}. Its invitation then appears here.`),
    ).toBeVisible();
    expect(screen.queryByText('This invitation is for another address')).toBeNull();
  });

  it('offer another account for the link of someone else', async () => {
    renderPage('/accept-invitation?email=rita%40reader.example');
    expect(screen.getByText('This invitation is for another address')).toBeVisible();
    expect(screen.getByText(`It was sent to rita@reader.example. You are signed in as ${sender.email}.`)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Use another account' })).toBeEnabled();
    expect(await screen.findByText('No invitations waiting')).toBeVisible();
  });

  it.each([sender.email.replace(/@.*/, (domain) => domain.toUpperCase()), 'not an address'])(
    'say nothing about %s',
    async (email) => {
      renderPage(`/accept-invitation?${new URLSearchParams({ email })}`);
      expect(await screen.findByText('No invitations waiting')).toBeVisible();
      expect(screen.queryByText('This invitation is for another address')).toBeNull();
    },
  );
});

describe('the invitations of a company, to its members,', () => {
  const hint = 'Invitations to your company appear here. Its owner and managers answer them.';
  const invitation = {
    id: 'i1',
    inviterId: 'c9',
    inviterCompany: 'Harbour Data',
    inviterEmail: 'ann@harbour.example',
    status: 'pending' as const,
    createdAt: '2026-11-22T10:00:00.000Z',
    verified: null,
    note: null,
  };
  const open = (user: User, invitations: ReceivedInvitation[]) => {
    api.on(routes.receivedInvitations, () => invitations);
    renderRoute(<AcceptInvitationPage />, { user });
  };

  it.each([
    ['an auditor', auditor],
    ['a manager', manager],
  ])('are not those of the address of %s', async (_role, user) => {
    open(user, []);
    expect(await screen.findByText(hint)).toBeVisible();
    expect(screen.queryByText(/Ask the company to invite/)).not.toBeInTheDocument();
  });

  it('name who answers them to a member who may not', async () => {
    open(auditor, [invitation]);
    expect(await screen.findByText('Harbour Data')).toBeVisible();
    expect(screen.getByText(hint)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Accept/ })).not.toBeInTheDocument();
  });

  it('offer the answer to a manager', async () => {
    open(manager, [invitation]);
    expect(await screen.findByRole('button', { name: 'Accept the invitation from Harbour Data' })).toBeEnabled();
    expect(screen.queryByText(hint)).not.toBeInTheDocument();
  });
});
