import { screen, within } from '@testing-library/react';
import { routes } from '@tradepost/contracts/routes';
import { FakeApi } from '../../../test/fake-api';
import { onAPhone } from '../../../test/on-a-phone';
import { renderRoute } from '../../../test/render';
import { sampleSent } from '../../../test/samples';
import MyTransfersPage from './my-transfers.page';

const api = new FakeApi();

describe('the card of a transfer on a phone', () => {
  onAPhone();

  it('names its state, and the day of its expiry only while it is live', async () => {
    const { contents: _contents, licences: _licences, ...sent } = sampleSent();
    const items = (['live', 'expired', 'revoked'] as const).map((status) => ({ ...sent, id: status, status }));
    api.on(routes.myTransfers, () => ({ items, total: 3, page: 1, pageSize: 10 }));
    renderRoute(<MyTransfersPage />);
    await screen.findByRole('link', { name: /^Open the transfer/ });
    const [live, expired, revoked] = screen.getAllByRole('listitem').map((card) => within(card));
    expect(live!.getByText(/^until/)).toBeVisible();
    expect(live!.getByRole('link', { name: /^Open the transfer/ })).toBeVisible();
    expect(revoked!.getByText('revoked')).toBeVisible();
    expect(expired!.getByText('expired')).toBeVisible();
    for (const ended of [expired!, revoked!]) {
      expect(ended.queryByText(/until/)).not.toBeInTheDocument();
      expect(ended.queryByRole('link', { name: /^Open the transfer/ })).not.toBeInTheDocument();
    }
  });
});
