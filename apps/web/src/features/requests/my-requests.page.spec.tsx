import { screen, within } from '@testing-library/react';
import { routes } from '@tradepost/contracts/routes';
import { FakeApi } from '../../test/fake-api';
import { onAPhone } from '../../test/on-a-phone';
import { auditor, downloader, renderRoute } from '../../test/render';
import { sampleRequest } from '../../test/samples';
import MyRequestsPage from './my-requests.page';

const api = new FakeApi();
const day = 86_400_000;

describe('the card of an accepted request on a phone', () => {
  onAPhone();

  it.each([
    ['its transfer expired', -day, /^expired$/, /^until /],
    ['its transfer is live', day, /^until /, /^expired$/],
  ])('says that %s', async (_state, fromNow, shown, hidden) => {
    const expiry = new Date(Date.now() + fromNow).toISOString();
    const request = sampleRequest({ status: 'accepted', expiry });
    api.on(routes.myRequests, () => ({ items: [request], total: 1, page: 1, pageSize: 5 }));
    api.on(routes.verifiedPartners, () => []);
    renderRoute(<MyRequestsPage />);
    await screen.findByRole('link', { name: /Reader Ltd/ });
    const card = within(screen.getByRole('listitem'));
    expect(card.getByText(shown)).toBeVisible();
    expect(card.queryByText(hidden)).not.toBeInTheDocument();
  });
});

describe('the requests of a company', () => {
  const listed = (items = [sampleRequest({ status: 'pending' })]) => {
    api.on(routes.myRequests, () => ({ items, total: items.length, page: 1, pageSize: 5 }));
    api.on(routes.verifiedPartners, () => []);
  };

  it('are shown to an auditor without anything to do', async () => {
    listed();
    renderRoute(<MyRequestsPage />, { user: auditor });
    await screen.findByRole('link', { name: /Reader Ltd/ });
    expect(screen.getByText('Requests of your company to partners, and their answers.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Withdraw/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('columnheader', { name: 'Actions' })).not.toBeInTheDocument();
  });

  it('lead an auditor nowhere while there are none', async () => {
    listed([]);
    renderRoute(<MyRequestsPage />, { user: auditor });
    expect(await screen.findByText('Requests that your company sends to partners appear here.')).toBeVisible();
    expect(screen.queryByRole('link', { name: /Browse/ })).not.toBeInTheDocument();
    expect(screen.queryByText('Status')).not.toBeInTheDocument();
  });

  it('can be withdrawn by a downloader', async () => {
    listed();
    renderRoute(<MyRequestsPage />, { user: downloader });
    expect(await screen.findByRole('button', { name: /Withdraw/ })).toBeVisible();
  });
});
