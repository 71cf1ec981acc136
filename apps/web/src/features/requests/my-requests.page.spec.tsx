import { screen, within } from '@testing-library/react';
import { routes } from '@tradepost/contracts/routes';
import { FakeApi } from '../../test/fake-api';
import { onAPhone } from '../../test/on-a-phone';
import { renderRoute } from '../../test/render';
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
