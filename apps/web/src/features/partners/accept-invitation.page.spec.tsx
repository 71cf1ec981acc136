import { screen } from '@testing-library/react';
import { routes } from '@tradepost/contracts/routes';
import { FakeApi } from '../../test/fake-api';
import { renderRoute, sender } from '../../test/render';
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
