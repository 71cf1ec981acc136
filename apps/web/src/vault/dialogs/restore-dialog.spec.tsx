import { screen } from '@testing-library/react';
import { renderRoute } from '../../test/render';
import type { Review } from '../restored';
import { RestoreDialog } from './restore-dialog';

const review = jest.fn<Promise<Review>, [string]>();
jest.mock('../restored', () => ({ reviewRestored: (password: string) => review(password) }));

it('uses the restored list only after the password, and after the lost contacts were confirmed', async () => {
  const accept = jest.fn().mockResolvedValue(undefined);
  const pin = { userId: 'u1', keyId: 'A'.repeat(43), pairId: 'A'.repeat(43), how: 'first' as const, since: '' };
  review.mockResolvedValue({ lost: [{ ...pin, address: 'eve@example.org' }], accept });
  const { person } = renderRoute(<RestoreDialog />, { path: '/' });
  await person.type(screen.getByLabelText(/password/i), 'Secret-1!');
  await person.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('eve@example.org')).toBeVisible();
  expect(review).toHaveBeenCalledWith('Secret-1!');
  const use = screen.getByRole('button', { name: 'Use the restored list' });
  expect(use).toBeDisabled();
  await person.click(screen.getByRole('checkbox', { name: /A backup was restored/ }));
  await person.click(use);
  expect(accept).toHaveBeenCalledTimes(1);
});
