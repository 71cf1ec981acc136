import { act, screen, waitFor, within } from '@testing-library/react';
import { routes } from '@tradepost/contracts/routes';
import { FakeApi } from '../../test/fake-api';
import { manager, renderRoute, sender } from '../../test/render';
import { membersAnswer, sampleMember, sampleRequest } from '../../test/samples';
import { closedVault, useVaultStore } from '../../vault/vault.store';
import RequestsPage from './requests.page';

const api = new FakeApi();
const all = Array.from({ length: 12 }, (_, i) =>
  sampleRequest({
    id: `r${i}`,
    companyId: `c${i}`,
    companyName: `Reader ${i}`,
    status: i === 3 ? 'accepted' : 'pending',
    waitsForSignature: i === 4,
    mode: i === 1 ? 'e2e' : 'managed',
  }),
);

function renderPage(path = '/requests', user = sender) {
  api.on(routes.verifiedPartners, () => []);
  api.on(
    routes.members,
    membersAnswer(() => [sampleMember(user)]),
  );
  const calls = api.on(routes.companyRequests, ({ page = 1, pageSize = 5, status }) => {
    const items = all.filter((request) => !status || request.status === status);
    const first = (Number(page) - 1) * Number(pageSize);
    return {
      items: items.slice(first, first + Number(pageSize)),
      page: Number(page),
      pageSize: Number(pageSize),
      total: items.length,
    };
  });
  return { ...renderRoute(<RequestsPage />, { path, user }), calls };
}

const pages = () => within(screen.getByRole('navigation', { name: 'Pages of requests' }));
const acceptButtons = () => screen.queryAllByRole('button', { name: /^Accept the request from/ });

afterEach(() => useVaultStore.setState(closedVault));

describe('requests page', () => {
  it('loads pages of five rows from the server, with the page in the URL', async () => {
    const { person, address, calls } = renderPage();
    expect(await screen.findByText('Showing 1-5 of 12 requests')).toBeVisible();
    expect(pages().getByRole('button', { name: 'Previous page' })).toBeDisabled();
    await person.click(pages().getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('Reader 5')).toBeVisible();
    await person.click(pages().getByRole('button', { name: /3$/ }));
    expect(await screen.findByText('Showing 11-12 of 12 requests')).toBeVisible();
    expect(pages().getByRole('button', { name: 'Next page' })).toBeDisabled();
    expect(address.current).toBe('/requests?page=3');
    expect(calls.map(({ page }) => Number(page))).toEqual([1, 2, 3]);
  });

  it('opens the page of a request that has more files than the list', async () => {
    api.on(routes.companyRequests, () => ({
      items: [sampleRequest({ companyName: 'Large Reader', omittedFiles: 998 })],
      ...{ page: 1, pageSize: 5, total: 1 },
    }));
    api.on(routes.verifiedPartners, () => []);
    api.on(
      routes.members,
      membersAnswer(() => []),
    );
    const { person, address } = renderRoute(<RequestsPage />, { path: '/requests', user: sender });
    const files = await screen.findByRole('button', { name: 'Files for Large Reader' });
    expect(files).toHaveTextContent('1000 files');
    await person.click(files);
    expect(address.current).toBe('/requests/r1');
  });

  it('returns to the last page when the address names a later one', async () => {
    const { address } = renderPage('/requests?page=9');
    expect(await screen.findByText('Showing 11-12 of 12 requests')).toBeVisible();
    expect(address.current).toBe('/requests?page=3');
  });

  it('offers answers to pending requests only, once they are signed', async () => {
    renderPage();
    await screen.findByText('Reader 3');
    expect(acceptButtons()).toHaveLength(3);
    expect(screen.getAllByText('Waiting for the receiver’s signature')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Accept the request from Reader 3' })).not.toBeInTheDocument();
  });

  it('offers a manager answers, and acceptance of encrypted files with the keys of the company only', async () => {
    useVaultStore.setState({ state: 'none' });
    renderPage('/requests', manager);
    await screen.findByText('Reader 3');
    expect(acceptButtons().map((button) => button.getAttribute('aria-label'))).toEqual([
      'Accept the request from Reader 0',
      'Accept the request from Reader 2',
    ]);
    expect(screen.getAllByText('You need encryption keys to accept it')).toHaveLength(1);
    act(() => useVaultStore.setState({ state: 'locked' }));
    expect(screen.getByRole('button', { name: 'Accept the request from Reader 1' })).toBeVisible();
    expect(screen.queryByText('You need encryption keys to accept it')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Reject the request from Reader 1' })).toBeVisible();
  });

  it('rejects the selected requests of several pages with one reason', async () => {
    const rejected = api.on(routes.rejectRequests, () => ({ rejected: [all[0]!, all[5]!], failed: [] }));
    const { person } = renderPage();
    await person.click(await screen.findByRole('checkbox', { name: /Reader 0/ }));
    await person.click(pages().getByRole('button', { name: 'Next page' }));
    await person.click(await screen.findByRole('checkbox', { name: /Reader 5/ }));
    await person.click(screen.getByRole('button', { name: 'Reject 2 selected' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Reject 2 requests?')).toBeVisible();
    await person.type(dialog.getByLabelText('Reason (Optional)'), ' No licence ');
    await person.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(await screen.findByText('2 file requests have been rejected.')).toBeInTheDocument();
    await waitFor(() => expect(rejected).toEqual([{ ids: ['r0', 'r5'], reason: 'No licence' }]));
  });
});
