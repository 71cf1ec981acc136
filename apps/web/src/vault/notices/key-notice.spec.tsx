import { act, screen } from '@testing-library/react';
import { UnreadableEntry } from '@tradepost/client/ledger/unreadable-entry';
import type { User } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { FakeApi } from '../../test/fake-api';
import { manager, renderRoute, sender } from '../../test/render';
import { useAuth } from '../../session/auth.store';
import { rememberSeen } from '../device';
import { forgetPasswordKeys, rememberPasswordKeys, type TypedPassword } from '../password-keys';
import { refuseKeysFor } from '../session/pending-unlocks';
import { closedVault, useVaultStore } from '../vault.store';
import { KeyNotice, useIsNoticeKnown } from './key-notice';

const api = new FakeApi();
afterEach(() => {
  useVaultStore.setState(closedVault);
  forgetPasswordKeys();
  localStorage.clear();
});

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

describe('while what opens keys is loaded', () => {
  const noticeFor = async (user: User) => {
    const asked = api.on(routes.keys, () => ({ epoch: 0, keys: null }));
    renderRoute(
      <>
        <KeyNotice />
        <Known />
      </>,
      { user },
    );
    await act(async () => undefined);
    return asked;
  };
  const Known = () => <p>{useIsNoticeKnown() ? 'known' : 'unknown'}</p>;

  it('offers keys to an owner who has none', async () => {
    await noticeFor(sender);
    expect(await screen.findByRole('button', { name: 'Set up' })).toBeVisible();
    expect(screen.getByText('known')).toBeVisible();
  });

  it('offers none where this device has seen keys that the server no longer has', async () => {
    rememberSeen(sender.id, { epoch: 1 });
    expect(await noticeFor(sender)).toHaveLength(1);
    expect(screen.getByText('unknown')).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('offers none where the password that was just typed creates them', async () => {
    rememberPasswordKeys({ email: sender.email } as TypedPassword);
    expect(await noticeFor(sender)).toHaveLength(1);
    expect(screen.getByText('unknown')).toBeVisible();
  });

  it('asks for no keys of a member, who uses those of the company', async () => {
    expect(await noticeFor(manager)).toHaveLength(0);
    expect(screen.getByText('unknown')).toBeVisible();
  });
});
