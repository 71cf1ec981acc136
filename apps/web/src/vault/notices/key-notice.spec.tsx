import { screen } from '@testing-library/react';
import { UnreadableEntry } from '@tradepost/client/ledger/unreadable-entry';
import type { User } from '@tradepost/contracts/identity';
import { renderRoute, sender } from '../../test/render';
import { useAuth } from '../../session/auth.store';
import { refuseKeysFor } from '../session/pending-unlocks';
import { closedVault, useVaultStore } from '../vault.store';
import { KeyNotice } from './key-notice';

afterEach(() => useVaultStore.setState(closedVault));

function refusedFor(user: User) {
  useAuth.setState({ user, isAuthenticated: true });
  refuseKeysFor(new UnreadableEntry('LEDGER_FORKED', 7));
  return renderRoute(<KeyNotice />, { user });
}

it('offers the owner of a company to remove an entry of its record that cannot be read', async () => {
  const { person } = refusedFor({ ...sender, companyId: 'c1' });
  expect(screen.getByText(/A member with the company’s keys, or the server, added an entry/)).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Remove the entry' }));
  expect(useVaultStore.getState().dialog).toEqual({ kind: 'repair', shown: { seq: 7, problem: 'LEDGER_FORKED' } });
});

it('tells a member that the owner can remove it', () => {
  refusedFor({ ...sender, companyId: 'c1', roles: ['manager'] });
  expect(screen.getByText(/The owner of the company can remove it/)).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

it('offers nothing to a person without a company, where no member can have added it', () => {
  refusedFor({ ...sender, companyId: null });
  expect(screen.getByText(/not the ones you created/)).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
