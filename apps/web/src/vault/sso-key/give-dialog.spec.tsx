import { screen, waitFor, within } from '@testing-library/react';
import type { KeyHandover } from '@tradepost/contracts/encryption/key-handover';
import { routes } from '@tradepost/contracts/routes';
import { SealingError } from '@tradepost/sealing/errors';
import type { ComparedHandover } from '@tradepost/sealing/keys/key-handover';
import type { PersonUnlock } from '@tradepost/sealing/keys/person-key';
import { axe } from 'jest-axe';
import { queryClient } from '../../api/query-client';
import { FakeApi } from '../../test/fake-api';
import { renderRoute, uploader } from '../../test/render';
import { KeyNotice } from '../notices/key-notice';
import { closedVault, useVaultStore } from '../vault.store';
import { GiveDialog } from './give-dialog';
import { forgetOwnUnlock, ownUnlockOf, rememberOwnUnlock } from './opened';

const right = '11111 22222 33333 44444 55555 66666 77777 88888';
const given: { requestId: string; unlock: PersonUnlock }[] = [];
let opens: (unlock: PersonUnlock) => boolean;
jest.mock('@tradepost/client/company/key-handover', () => ({
  numberTries: 3,
  compareNumber: async (_client: unknown, _person: unknown, { requestId }: KeyHandover, typed: string) => {
    if (typed.replaceAll(' ', '') !== right.replaceAll(' ', '')) throw new SealingError('KEY_HANDOVER_REFUSED');
    return { requestId } as ComparedHandover;
  },
  giveKey: async (_client: unknown, _person: unknown, { requestId }: ComparedHandover, unlock: PersonUnlock) => {
    if (!opens(unlock)) throw new SealingError('VAULT_LOCKED');
    given.push({ requestId, unlock });
  },
}));

const api = new FakeApi();
const user = { ...uploader, sso: true as const, withoutPassword: true as const };
const known = { kind: 'recovery', kek: {} } as PersonUnlock;
const asked: KeyHandover = {
  requestId: 'r1',
  sealedPublic: '',
  startedHere: false,
  given: false,
  agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  ip: '203.0.113.7',
  expiresAt: '2026-11-30T10:10:00.000Z',
};
let handover: KeyHandover | null;
let stopped: unknown[];

beforeEach(() => {
  handover = asked;
  opens = () => true;
  given.splice(0);
  forgetOwnUnlock();
  queryClient.clear();
  useVaultStore.setState({ ...closedVault, dialog: { kind: 'handover' } });
  api.on(routes.keyHandover, () => ({ handover }));
  api.on(routes.personKey, () => ({ key: { key: {}, wrap: '', kind: 'recovery', passkeys: [] } }) as never);
  stopped = api.on(routes.stopKeyHandover, () => {
    handover = null;
    return { message: 'The other device gets nothing' };
  });
});
afterEach(() => useVaultStore.setState(closedVault));

async function opened() {
  const { person } = renderRoute(<GiveDialog />, { user });
  const dialog = within(await screen.findByRole('dialog', { name: 'Give your key to another device' }));
  const type = async (digits: string) => {
    const field = await dialog.findByLabelText('Number that your other device shows');
    await person.clear(field);
    await person.type(field, digits);
    await person.click(dialog.getByRole('button', { name: 'Give the key' }));
  };
  return { person, dialog, type };
}
const isClosed = () => useVaultStore.getState().dialog === null;

it('names the device that asks, and gives the open key only for the number, which it does not show', async () => {
  rememberOwnUnlock({ userId: user.id, unlock: known });
  const { dialog, type } = await opened();
  expect(await dialog.findByText(/Firefox on Linux at the address 203.0.113.7 has signed in as you/)).toBeVisible();
  expect(dialog.getByText(/never one that someone sends or reads to you/)).toBeVisible();
  expect(await axe(screen.getByRole('dialog'))).toHaveNoViolations();
  await type('12345');
  expect(await dialog.findByText(/Tries left: 2/)).toBeVisible();
  expect(given).toEqual([]);
  await type(right);
  await waitFor(() => expect(given).toEqual([{ requestId: 'r1', unlock: known }]));
  await waitFor(() => expect(isClosed()).toBe(true));
  expect(stopped).toEqual([]);
});

it('ends the request after three other numbers', async () => {
  rememberOwnUnlock({ userId: user.id, unlock: known });
  const { dialog, type } = await opened();
  for (const wrong of ['1', '2']) await type(wrong);
  expect(stopped).toEqual([]);
  await type('3');
  expect(await dialog.findByText(/Three other numbers were typed/)).toBeVisible();
  expect(stopped).toEqual([{ id: 'r1' }]);
  expect(given).toEqual([]);
});

it('refuses the device', async () => {
  const { person, dialog } = await opened();
  await person.click(await dialog.findByRole('button', { name: 'Refuse the other device' }));
  await waitFor(() => expect(stopped).toEqual([{ id: 'r1' }]));
  await waitFor(() => expect(isClosed()).toBe(true));
  expect(given).toEqual([]);
});

it('asks for what opens the key once the number matches, if the key is not open', async () => {
  opens = (unlock) => unlock.kind === 'recovery';
  const { person, dialog, type } = await opened();
  await type(right);
  expect(await dialog.findByText('The number matches. Open your key to give it.')).toBeVisible();
  expect(given).toEqual([]);
  await person.type(await dialog.findByLabelText('Recovery key'), '0000-0000-0000-0000-0000-0000-0000-0000-0');
  await person.click(dialog.getByRole('button', { name: 'Give the key' }));
  await waitFor(() => expect(given).toHaveLength(1));
  expect(ownUnlockOf(user.id)).toMatchObject({ kind: 'recovery' });
});

it('says that a recovery key does not open the key, and gives nothing', async () => {
  opens = () => false;
  const { person, dialog, type } = await opened();
  await type(right);
  await person.type(await dialog.findByLabelText('Recovery key'), '0000-0000-0000-0000-0000-0000-0000-0000-0');
  await person.click(dialog.getByRole('button', { name: 'Give the key' }));
  expect(await dialog.findByText(/^This does not open your key/)).toBeVisible();
  expect(given).toEqual([]);
});

it('forgets what opened a former key', async () => {
  rememberOwnUnlock({ userId: user.id, unlock: known });
  opens = (unlock) => unlock !== known;
  const { dialog, type } = await opened();
  await type(right);
  expect(await dialog.findByText('The number matches. Open your key to give it.')).toBeVisible();
  expect(ownUnlockOf(user.id)).toBeNull();
});

it('gives nothing to a request that took the place of the one the person has seen', async () => {
  const { dialog } = await opened();
  await dialog.findByLabelText('Number that your other device shows');
  handover = { ...asked, requestId: 'r2' };
  await queryClient.invalidateQueries();
  expect(await dialog.findByText('No device asks for your key any more.')).toBeVisible();
});

it.each([
  ['that this device has made', { ...asked, startedHere: true }],
  ['that was answered', { ...asked, given: true }],
  ['that has ended', null],
])('offers nothing for a request %s', async (_, found) => {
  handover = found;
  const { dialog } = await opened();
  expect(await dialog.findByText('No device asks for your key any more.')).toBeVisible();
});

it('is offered in the notice above each screen, to people without a password alone', async () => {
  useVaultStore.setState({ ...closedVault, state: 'open' });
  const { person, unmount } = renderRoute(<KeyNotice />, { user });
  await person.click(await screen.findByRole('button', { name: 'See the request' }));
  expect(useVaultStore.getState().dialog).toEqual({ kind: 'handover' });
  unmount();
  useVaultStore.setState({ ...closedVault, state: 'open' });
  const calls = api.on(routes.keyHandover, () => ({ handover }));
  queryClient.clear();
  renderRoute(<KeyNotice />, { user: uploader });
  expect(screen.queryByRole('button')).toBeNull();
  expect(calls).toEqual([]);
});
