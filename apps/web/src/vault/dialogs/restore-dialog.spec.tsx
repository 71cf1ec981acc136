import { screen } from '@testing-library/react';
import { renderRoute } from '../../test/render';
import type { Pin } from '@tradepost/sealing/keys/pins';
import type { Review } from '../restored';
import { RestoreDialog } from './restore-dialog';

const review = jest.fn<Promise<Review>, [string]>();
jest.mock('../restored', () => ({ reviewRestored: (password: string) => review(password) }));

it('uses the restored record only after the password and a confirmation, and keeps the selected contacts', async () => {
  const accept = jest.fn().mockResolvedValue(undefined);
  const pin = { userId: 'u1', keyId: 'A'.repeat(43), pairId: 'A'.repeat(43), how: 'first' as const, since: '' };
  const contacts = ['eve@example.org', 'mallory@example.org'].map((address) => ({ ...pin, address }));
  review.mockResolvedValue({
    keyLog: { before: 7, now: 5 },
    lost: [],
    contacts,
    revoked: ['r1'],
    removed: [],
    apiKeys: [],
    accept,
  });
  const { person } = renderRoute(<RestoreDialog />, { path: '/' });
  await person.type(screen.getByLabelText(/password/i), 'Secret-1!');
  await person.click(screen.getByRole('button', { name: 'Continue' }));
  await person.click(await screen.findByRole('checkbox', { name: /eve@example.org/ }));
  expect(review).toHaveBeenCalledWith('Secret-1!');
  expect(screen.getByText(/has seen 7 entries, and now it has 5/)).toBeVisible();
  expect(screen.getByText(/request r1, which you had revoked/)).toBeVisible();
  const use = screen.getByRole('button', { name: 'Use the restored record' });
  expect(use).toBeDisabled();
  await person.click(screen.getByRole('checkbox', { name: /A backup was restored/ }));
  await person.click(use);
  const [isConfirmed] = accept.mock.calls[0] as [(pin: Pin) => boolean];
  expect(contacts.map(isConfirmed)).toEqual([true, false]);
});
