import { screen, waitFor } from '@testing-library/react';
import type { RecoveryState } from '@tradepost/contracts/encryption/recovery';
import { routes } from '@tradepost/contracts/routes';
import { SealingError } from '@tradepost/sealing/errors';
import { axe } from 'jest-axe';
import { queryClient } from '../../api/query-client';
import { FakeApi } from '../../test/fake-api';
import { renderRoute, sender } from '../../test/render';
import { OpenDialog } from '../dialogs/open-dialog';
import { closedVault, useVaultStore } from '../vault.store';
import type { GivenToFinish, ReadNumber } from './recovering';

const digits = Array(8).fill('12345').join(' ');
const calls: string[] = [];
let finishing: (onWrong: (addresses: string[]) => void) => Promise<void>;
let started: () => Promise<ReadNumber>;
jest.mock('./recovering', () => ({
  askMembers: (password: string) => (calls.push(`ask ${password}`), started()),
  numberAgain: (password: string) => (calls.push(`number ${password}`), started()),
  finishWithShares: ({ requestId, password, number: read }: GivenToFinish, onWrong: (addresses: string[]) => void) => {
    calls.push(`finish ${requestId} ${password} ${read}`);
    return finishing(onWrong);
  },
}));
let isTyped: boolean;
jest.mock('../own-keys', () => ({ isPasswordKnown: () => isTyped }));

const api = new FakeApi();
const share = (name: string) => ({ memberId: name, address: `${name}@member.example`, memberKeyId: 'k', hash: 'h' });
const set = {
  ...{ setId: 's', epoch: 1, createdAt: '2026-11-20T10:00:00.000Z', threshold: 2, sig: 'g' },
  shares: ['bob', 'cid', 'dan'].map(share),
};
const asked = (...approvedBy: string[]) => ({
  ...{ requestId: 'r1', key: {} as never, wrap: 'w', expiresAt: '2026-12-01T10:00:00.000Z', approvedBy },
});

let state: RecoveryState;
beforeEach(() => {
  calls.splice(0);
  isTyped = false;
  started = async () => ({ requestId: 'r1', digits });
  finishing = async () => undefined;
  state = {
    ...{ companyId: 'c', owner: { userId: sender.id, email: sender.email }, bundle: null },
    ...{ set, share: null, lost: [], request: null },
  };
  api.on(routes.recovery, () => state);
  useVaultStore.setState({ ...closedVault, state: 'locked', needsRecovery: true, dialog: { kind: 'open' } });
});
afterEach(() => useVaultStore.setState(closedVault));

const number = () => screen.findByRole('group', { name: 'Number of the recovery' });

async function lost() {
  const { person } = renderRoute(<OpenDialog first={null} />);
  await person.click(await screen.findByRole('button', { name: 'I can’t find it' }));
  return person;
}

it('asks the members without the recovery key, and shows the number to read to them', async () => {
  isTyped = true;
  const person = await lost();
  const ask = await screen.findByRole('button', { name: 'Ask the members' });
  expect(screen.getByText(/2 of these 3 open your keys again/)).toBeVisible();
  expect(screen.queryByLabelText('Current password')).toBeNull();
  expect(await axe(screen.getByRole('dialog'))).toHaveNoViolations();
  state = { ...state, request: asked() };
  await person.click(ask);
  expect((await number()).textContent.trim()).toBe(digits);
  expect(screen.getByText('0 of 2 needed members have approved')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Open my keys' })).toBeNull();
  expect(calls).toEqual(['ask ']);
});

it('shows the number again on another device, with the password', async () => {
  state = { ...state, request: asked('bob') };
  const { person } = renderRoute(<OpenDialog first="members" />);
  expect(await screen.findByText('1 of 2 needed members have approved')).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Number of the recovery' })).toBeNull();
  started = async () => {
    throw new SealingError('VAULT_LOCKED');
  };
  await person.type(screen.getByLabelText('Current password'), 'a password');
  await person.click(screen.getByRole('button', { name: 'Show the number' }));
  expect(await screen.findByText(/Your password was changed since you asked the members/)).toBeVisible();
  started = async () => ({ requestId: 'r1', digits });
  await person.click(screen.getByRole('button', { name: 'Show the number' }));
  expect((await number()).textContent.trim()).toBe(digits);
});

it('does not show a number of a recovery that has ended', async () => {
  state = { ...state, request: { ...asked(), requestId: 'another' } };
  const { person } = renderRoute(<OpenDialog first="members" />);
  await person.type(await screen.findByLabelText('Current password'), 'a password');
  await person.click(screen.getByRole('button', { name: 'Show the number' }));
  await waitFor(() => expect(calls).toEqual(['number a password']));
  expect(screen.queryByRole('group', { name: 'Number of the recovery' })).toBeNull();
});

it('finishes once enough have approved, and names members with shares that do not match', async () => {
  state = { ...state, request: asked('bob', 'cid') };
  finishing = async (onWrong) => {
    onWrong(['bob@member.example']);
    throw new SealingError('RECOVERY_INCOMPLETE');
  };
  const { person } = renderRoute(<OpenDialog first="members" />);
  await person.type(await screen.findByLabelText('Current password'), 'a password');
  await person.click(screen.getByRole('button', { name: 'Open my keys' }));
  expect(await screen.findByText('Please enter the number')).toBeVisible();
  await person.type(screen.getByLabelText('Number of the recovery'), digits);
  await person.click(screen.getByRole('button', { name: 'Open my keys' }));
  expect(await screen.findByText(/not used: bob@member.example/)).toBeVisible();
  expect(screen.getByText(/Too few members have given a share that matches/)).toBeVisible();
  finishing = async () => undefined;
  await person.click(screen.getByRole('button', { name: 'Open my keys' }));
  await waitFor(() => expect(calls).toEqual(Array(2).fill(`finish r1 a password ${digits}`)));
});

it('finishes with the number that this page has shown, and never with one that it was shown again', async () => {
  isTyped = true;
  const person = await lost();
  state = { ...state, request: asked('bob', 'cid') };
  await person.click(await screen.findByRole('button', { name: 'Ask the members' }));
  await person.click(await screen.findByRole('button', { name: 'Open my keys' }));
  expect(screen.queryByLabelText('Number of the recovery', { selector: 'textarea' })).toBeNull();
  await waitFor(() => expect(calls).toEqual(['ask ', `finish r1  ${digits}`]));
});

it('hides a number that was shown again once enough have approved: the owner types what was read', async () => {
  state = { ...state, request: asked('bob') };
  const { person } = renderRoute(<OpenDialog first="members" />);
  await person.type(await screen.findByLabelText('Current password'), 'a password');
  await person.click(screen.getByRole('button', { name: 'Show the number' }));
  await number();
  state = { ...state, request: asked('bob', 'cid') };
  await queryClient.invalidateQueries();
  expect(await screen.findByRole('button', { name: 'Open my keys' })).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Number of the recovery' })).toBeNull();
  expect(screen.getByLabelText('Number of the recovery')).toHaveValue('');
});

it('offers only new keys where no members hold shares', async () => {
  state = { ...state, set: null };
  const asks = api.on(routes.recovery, () => state);
  const { person } = renderRoute(<OpenDialog first={null} />);
  await waitFor(() => expect(asks).toHaveLength(1));
  await person.click(await screen.findByRole('button', { name: 'I can’t find it' }));
  expect(await screen.findByRole('dialog', { name: 'Start over with new keys' })).toBeVisible();
});

it('says what failed, and offers new keys and the recovery key all the same', async () => {
  api.on(routes.recovery, () => {
    throw new Error('offline');
  });
  const person = await lost();
  expect(await screen.findByText('This could not be loaded')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Start over with new keys' }));
  expect(await screen.findByRole('dialog', { name: 'Start over with new keys' })).toBeVisible();
});
