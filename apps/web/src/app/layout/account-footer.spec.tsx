import { screen, waitFor } from '@testing-library/react';
import { routes } from '@tradepost/contracts/routes';
import { FakeApi } from '../../test/fake-api';
import { renderRoute, sender } from '../../test/render';
import { AccountFooter } from './account-footer';

const api = new FakeApi();
afterEach(() => Reflect.deleteProperty(navigator, 'locks'));

/** What the browser says of the windows of this origin. */
const windowsHold = (...names: string[]) =>
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { query: async () => ({ held: names.map((name) => ({ name })) }) },
  });

it('asks before a sign-out that would stop uploads in any window', async () => {
  api.on(routes.stats, () => ({ usedStorage: 0, totalStorage: 1 }) as never);
  const left = api.on(routes.logout, () => ({ message: 'Bye' }));
  windowsHold('uploads');
  const { person } = renderRoute(<AccountFooter user={sender} />);
  await person.click(screen.getByRole('button', { name: 'Log Out' }));
  expect(await screen.findByText(/also those in other windows/)).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(left).toEqual([]);

  windowsHold();
  await person.click(screen.getByRole('button', { name: 'Log Out' }));
  await waitFor(() => expect(left).toHaveLength(1));
});

it('shows used storage only once the registration is submitted', async () => {
  api.on(routes.stats, () => ({ usedStorage: 0, totalStorage: 1 }) as never);
  const { container, unmount } = renderRoute(<AccountFooter user={sender} />);
  expect(await screen.findByText('Storage')).toBeVisible();
  expect(container.querySelector('.meter')).not.toBeNull();
  unmount();

  const pending = renderRoute(<AccountFooter user={{ ...sender, kycStatus: 'Pending' }} />);
  expect(pending.container.querySelector('.meter')).toBeNull();
});
