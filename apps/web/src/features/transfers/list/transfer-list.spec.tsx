import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '@tradepost/contracts/routes';
import { FakeApi } from '../../../test/fake-api';
import { onAPhone } from '../../../test/on-a-phone';
import { renderRoute } from '../../../test/render';
import { sampleSent } from '../../../test/samples';
import { formatDay } from '../../../ui/feedback/format';
import MyTransfersPage from './my-transfers.page';

const api = new FakeApi();

describe('the card of a transfer on a phone', () => {
  onAPhone();

  it('names its state, and the day on which it expires or has expired', async () => {
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
    expect(expired!.getByText(`ended ${formatDay(sent.expiry)}`)).toBeVisible();
    expect(revoked!.queryByText(/^ended/)).not.toBeInTheDocument();
    for (const ended of [expired!, revoked!]) {
      expect(ended.queryByText(/until/)).not.toBeInTheDocument();
      expect(ended.queryByRole('link', { name: /^Open the transfer/ })).not.toBeInTheDocument();
    }
  });
});

describe('the search and the filters of transfers', () => {
  const page = (items: object[]) => ({ items, total: items.length, page: 1, pageSize: 10 }) as never;

  it('are left out while there is no transfer', async () => {
    api.on(routes.myTransfers, () => page([]));
    renderRoute(<MyTransfersPage />);
    expect(await screen.findByText('No transfers yet')).toBeVisible();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    expect(screen.queryByText('Status')).not.toBeInTheDocument();
  });

  it('stay where nothing matches, and while a search is taken back', async () => {
    let answer = (_: never) => {};
    api.on(routes.myTransfers, ({ q }) => (q ? page([]) : new Promise<never>((resolve) => (answer = resolve))));
    const { person } = renderRoute(<MyTransfersPage />, { path: '/my-transfers?q=zzz' });
    expect(await screen.findByText('No matching transfers')).toBeVisible();
    const box = screen.getByRole('searchbox', { name: 'Search transfers' });
    await person.clear(box);
    await waitFor(() => expect(screen.queryByText(/^Search: zzz/)).not.toBeInTheDocument());
    expect(box).toBeVisible();
    expect(box).toHaveFocus();
    answer(page([]));
    await waitFor(() => expect(screen.queryByRole('searchbox')).not.toBeInTheDocument());
  });
});
