import { screen } from '@testing-library/react';
import { ApiError } from '@tradepost/client/api/api-error';
import type { ShownUnreadable } from '@tradepost/client/ledger/unreadable-entry';
import { SealingError } from '@tradepost/sealing/errors';
import { axe } from 'jest-axe';
import { renderRoute, sender } from '../../test/render';
import { closedVault, useVaultStore } from '../vault.store';
import { RepairDialog } from './repair-dialog';

const removed = jest.fn<Promise<number>, [string, ShownUnreadable]>();
jest.mock('../repair', () => ({ removeUnreadable: (...given: [string, ShownUnreadable]) => removed(...given) }));

const garbage = { seq: 7, problem: 'TAMPERED' } as const;
const button = () => screen.getByRole('button', { name: 'Remove entries' });

beforeEach(() => removed.mockReset());
afterEach(() => useVaultStore.setState(closedVault));

it('says what happened and what is removed, removes it with the password, and offers new keys', async () => {
  let finish = (_count: number) => undefined as void;
  removed.mockReturnValue(new Promise((resolve) => (finish = resolve)));
  const { person } = renderRoute(<RepairDialog shown={garbage} />, { user: sender });
  const dialog = screen.getByRole('dialog');
  expect(dialog).toHaveTextContent(/Entry 7 of your company’s record .* A member with the company’s keys has added it/);
  expect(dialog).toHaveTextContent('Entry 7 and all after it are removed');
  expect(dialog).toHaveTextContent('First remove the member who did it');
  expect(dialog).toHaveTextContent('Create new keys afterwards');
  expect(await axe(dialog)).toHaveNoViolations();
  await person.type(screen.getByLabelText('Current password'), 'a password');
  await person.click(button());
  expect(removed.mock.calls).toEqual([['a password', garbage]]);
  expect(screen.getByRole('button', { name: /Remove entries/ })).toHaveClass('ant-btn-loading');
  finish(3);
  expect(await screen.findByText('Entries removed: 3. Your keys are in use again.')).toBeVisible();
  expect(await axe(dialog)).toHaveNoViolations();
  await person.click(screen.getByRole('button', { name: 'Create new keys' }));
  expect(useVaultStore.getState().dialog).toEqual({ kind: 'rotate' });
});

it.each([
  ['a wrong password', new ApiError('The current password is wrong', { code: 'PASSWORD_WRONG' }), /password is wrong/],
  [
    'more entries since',
    new ApiError('changed', { code: 'KEYS_STALE' }),
    /The record has changed since this was shown/,
  ],
  ['entries that this device has seen', new SealingError('LEDGER_ROLLED_BACK'), /older than, or different from/],
])('shows the refusal of %s, and can be tried again', async (_, error, text) => {
  removed.mockRejectedValueOnce(error).mockResolvedValueOnce(1);
  const { person } = renderRoute(<RepairDialog shown={garbage} />, { user: sender });
  await person.type(screen.getByLabelText('Current password'), 'a password');
  await person.click(button());
  expect(await screen.findByText(text)).toBeVisible();
  await person.click(button());
  expect(await screen.findByText(/Entries removed: 1/)).toBeVisible();
});

it('removes an entry of an unknown type only after a question', async () => {
  removed.mockResolvedValue(1);
  const { person } = renderRoute(<RepairDialog shown={{ seq: 7, problem: 'UNSUPPORTED' }} />, { user: sender });
  expect(screen.getByText(/A newer version may have written it/)).toBeVisible();
  await person.type(screen.getByLabelText('Current password'), 'a password');
  expect(button()).toBeDisabled();
  await person.click(screen.getByRole('checkbox', { name: /nobody in my company uses a newer version/ }));
  await person.click(button());
  expect(await screen.findByText(/Entries removed: 1/)).toBeVisible();
});
