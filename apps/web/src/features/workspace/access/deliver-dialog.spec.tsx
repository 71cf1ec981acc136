import { act, screen, waitFor, within } from '@testing-library/react';
import type { SentInvitation } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { useAuth } from '../../../session/auth.store';
import { FakeApi } from '../../../test/fake-api';
import { renderRoute, sender } from '../../../test/render';
import { sampleFolder } from '../../../test/samples';
import { DeliverDialog } from './deliver-dialog';

const api = new FakeApi();
const partners = ['ann', 'bob', 'cy', 'dee', 'eve', 'fay', 'gus'].map((name) => `${name}@partner.example`);
const folder = sampleFolder({
  emails: ['bob@partner.example'],
  access: [{ email: 'Bob@Partner.example', since: '2026-11-01T10:00:00.000Z', until: null }],
});

async function renderDialog(emails = partners, invitations: SentInvitation[] = [], shown = folder) {
  const onClose = jest.fn();
  api.on(routes.folders, () => [shown]);
  api.on(routes.deliverableEmails, () => emails);
  api.on(routes.sentInvitations, () => invitations);
  const delivered = api.on(routes.deliver, () => folder);
  const { person } = renderRoute(<DeliverDialog folder={shown} onClose={onClose} />);
  const dialog = within(screen.getByRole('dialog', { name: 'Deliver Data: Freight' }));
  await waitFor(() =>
    expect(dialog.queryByRole('list', { name: 'Partners' }) ?? dialog.getByText(/yet$/)).toBeVisible(),
  );
  return { person, dialog, delivered, onClose };
}

describe('deliver dialog', () => {
  it('says first that a rejected registration stops deliveries, and leads to it', async () => {
    const { dialog } = await renderDialog();
    const link = () => dialog.queryByRole('link', { name: 'Business Registration' });
    expect(link()).not.toBeInTheDocument();
    act(() => useAuth.setState({ user: { ...sender, kycStatus: 'Rejected' } }));
    expect(dialog.getByText('Your business registration needs your attention before you can deliver')).toBeVisible();
    expect(link()).toHaveAttribute('href', '/kyc-approval');
  });

  it('selects all, shows five badges and counts the rest', async () => {
    const { person, dialog, delivered } = await renderDialog();
    await person.click(dialog.getByRole('button', { name: 'Select all' }));
    const badges = within(dialog.getByRole('group', { name: 'Selected emails' }));
    expect(badges.getAllByLabelText(/^Remove /)).toHaveLength(5);
    expect(badges.getByText('+2 more')).toBeVisible();

    await person.click(badges.getByLabelText('Remove ann@partner.example'));
    expect(badges.getByText('+1 more')).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Deliver (6)' }));
    await waitFor(() => expect(delivered).toEqual([{ id: 'd1', email: partners.slice(1) }]));
  });

  it('selects all that match the search and keeps the earlier selection', async () => {
    const { person, dialog } = await renderDialog();
    await person.click(dialog.getByRole('checkbox', { name: 'gus@partner.example' }));
    await person.type(dialog.getByLabelText('Search emails'), 'B');
    expect(dialog.queryByRole('checkbox', { name: 'ann@partner.example' })).not.toBeInTheDocument();
    await person.click(dialog.getByRole('button', { name: 'Select all' }));
    expect(dialog.getByRole('button', { name: 'Deliver (2)' })).toBeVisible();
  });

  it('names partners by the ASCII form of the domain, which shows letters that look the same', async () => {
    // the first letter of the domain is Cyrillic
    const { person, dialog, delivered } = await renderDialog(['ann@\u0430cme.example']);
    await person.click(dialog.getByRole('checkbox', { name: 'ann@xn--cme-5cd.example' }));
    await person.click(dialog.getByRole('button', { name: 'Deliver (1)' }));
    await waitFor(() => expect(delivered).toEqual([{ id: 'd1', email: ['ann@xn--cme-5cd.example'] }]));
  });

  it('asks for an address when none is selected', async () => {
    const { person, dialog, delivered } = await renderDialog();
    await person.click(dialog.getByRole('button', { name: 'Deliver (0)' }));
    expect(await screen.findByText('Please select at least one email address')).toBeInTheDocument();
    expect(delivered).toEqual([]);
  });

  it('selects the partners of a pasted list and reports the other addresses', async () => {
    const { person, dialog } = await renderDialog();
    await person.click(dialog.getByLabelText('Search emails'));
    await person.paste('ANN@partner.example; bob@partner.example, stranger@elsewhere.example');
    expect(dialog.getByRole('button', { name: 'Deliver (2)' })).toBeVisible();
    expect(await screen.findByText(/^1 pasted address is not a partner of yours/)).toBeInTheDocument();
  });

  it.each([
    ['partners', partners],
    ['no partners', []],
  ])('invites an address that is not a partner, and selects it: with %s', async (_, known) => {
    const { person, dialog, delivered } = await renderDialog(known);
    const invited = api.on(routes.invite, () => ({ message: 'Invite is Successfull', invited: [] }));
    await person.type(dialog.getByLabelText('Search emails'), 'new@partner.example');
    await person.click(dialog.getByRole('button', { name: 'Invite new@partner.example' }));
    await person.click(await dialog.findByRole('button', { name: 'Deliver (1)' }));
    await waitFor(() => expect(delivered).toEqual([{ id: 'd1', email: ['new@partner.example'] }]));
    expect(invited).toMatchObject([{ emails: ['new@partner.example'] }]);
  });

  it('shows who has access, whatever the case of the address', async () => {
    const { dialog } = await renderDialog();
    const rows = dialog.getAllByRole('listitem').map((row) => row.textContent);
    expect(rows.filter((text) => text?.includes('has access'))).toEqual([expect.stringContaining('bob@')]);
    expect(dialog.getByRole('button', { name: /^Remove access for bob@/ })).toBeVisible();
  });

  it('does not say that a partner who has not joined yet has access', async () => {
    const pending = {
      id: 'i1',
      email: 'Bob@partner.example',
      status: 'pending',
      createdAt: '',
      verified: null,
      note: null,
    } as const;
    const { dialog } = await renderDialog(partners, [pending]);
    expect(await dialog.findByText('invited, not joined yet')).toBeVisible();
    expect(dialog.queryByText(/^has access/)).not.toBeInTheDocument();
    expect(dialog.getByText('0 of 7 with access')).toBeVisible();
  });

  it('says that addresses were left out of the answer, and calls nobody without access who may be one of them', async () => {
    const { dialog } = await renderDialog(partners, [], { ...folder, omittedEmails: 4000 });
    expect(dialog.getByText(/^4,?000 addresses with access are not shown/)).toBeVisible();
    const rows = dialog.getAllByRole('listitem').map((row) => row.textContent);
    expect(rows.filter((text) => text?.includes('access not shown'))).toHaveLength(6);
    expect(dialog.queryByText('no access')).not.toBeInTheDocument();
    expect(dialog.queryByText(/with access$/)).not.toBeInTheDocument();
  });

  it('stores the partners in the client state', async () => {
    await renderDialog();
    expect(useAuth.getState().ShareEmail).toEqual(partners);
  });

  it('shows what to do without partners', async () => {
    const { dialog } = await renderDialog([]);
    expect(dialog.getByText('No partners yet')).toBeVisible();
    expect(dialog.getByText('Invite a partner')).toBeVisible();
  });
});
