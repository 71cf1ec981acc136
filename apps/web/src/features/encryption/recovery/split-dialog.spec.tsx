import { screen, waitFor, within } from '@testing-library/react';
import { ApiError } from '@tradepost/client/api/api-error';
import { AppError } from '@tradepost/contracts/errors';
import type { Member } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import type { VerifiedPersonKey } from '@tradepost/sealing/keys/person-key';
import { axe } from 'jest-axe';
import { FakeApi } from '../../../test/fake-api';
import { renderRoute, sender } from '../../../test/render';
import { membersAnswer } from '../../../test/samples';
import type { NewShares } from '../../../vault/recovery/shares';
import { SplitDialog } from './split-dialog';

let keys: Map<string, VerifiedPersonKey>;
jest.mock('@tradepost/client/company/giving', () => ({
  keyOfMember: async (_client: unknown, { id }: Member) => keys.get(id) ?? null,
}));
const giveShares = jest.fn<Promise<void>, [NewShares]>();
jest.mock('../../../vault/recovery/shares', () => ({ giveShares: (given: NewShares) => giveShares(given) }));

const api = new FakeApi();
const keyOf = (name: string, first: number) =>
  ({ keyId: new Uint8Array(32).fill(first), address: `${name}@member.example` }) as VerifiedPersonKey;
const memberCalled = (firstName: string, hasPersonKey = true): Member => ({
  ...{ id: firstName, email: `${firstName}@list.example`, firstName, lastName: 'Member', roles: ['approver'] },
  ...{
    joinedAt: '2026-11-01T10:00:00.000Z',
    hasKeys: false,
    hasPersonKey,
    canHoldShare: hasPersonKey,
    absence: null,
    delegate: null,
  },
});
const owner: Member = { ...memberCalled('Ann'), roles: ['owner'], joinedAt: null };

beforeEach(() => {
  giveShares.mockReset().mockResolvedValue();
  keys = new Map(['Bob', 'Cid', 'Dan'].map((name, at) => [name, keyOf(name, at + 1)]));
});

async function opened(members = [owner, ...['Bob', 'Cid', 'Dan'].map((name) => memberCalled(name))]) {
  api.on(
    routes.members,
    membersAnswer(() => members),
  );
  const onClose = jest.fn();
  const { person } = renderRoute(<SplitDialog onClose={onClose} />, { user: sender });
  const dialog = within(await screen.findByRole('dialog', { name: 'Recovery by members' }));
  await dialog.findByRole('button', { name: 'Continue' });
  const next = () => dialog.getByRole('button', { name: 'Continue' });
  const choose = async (...names: string[]) => {
    for (const name of names) await person.click(dialog.getByRole('checkbox', { name: new RegExp(name) }));
    await person.click(next());
  };
  const compare = async (name: string) => {
    expect(await dialog.findByText(new RegExp(`security number of ${name}@member.example`))).toBeVisible();
    expect(next()).toBeDisabled();
    await person.click(await dialog.findByRole('checkbox'));
    await person.click(next());
  };
  const confirm = async () => {
    await person.type(await dialog.findByLabelText('Current password'), 'a password');
    await person.click(dialog.getByRole('button', { name: 'Give recovery shares' }));
  };
  return { person, dialog, next, choose, compare, confirm, onClose };
}

it('gives shares to the keys that were compared one after the other, as many needed as chosen', async () => {
  const { person, dialog, next, choose, compare, confirm, onClose } = await opened();
  expect(dialog.queryByRole('checkbox', { name: /Ann/ })).toBeNull();
  expect(next()).toBeDisabled();
  await person.click(dialog.getByRole('checkbox', { name: /Bob/ }));
  expect(next()).toBeDisabled();
  await person.click(dialog.getByRole('checkbox', { name: /Cid/ }));
  const needed = dialog.getByRole('combobox', { name: 'Members who are needed' });
  expect(
    within(needed)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['2 of 2']);
  await person.click(dialog.getByRole('checkbox', { name: /Dan/ }));
  await person.selectOptions(needed, '3 of 3');
  expect(await axe(screen.getByRole('dialog'))).toHaveNoViolations();
  await choose();
  for (const name of ['Bob', 'Cid', 'Dan']) await compare(name);
  await confirm();
  const holders = [...keys.values()];
  await waitFor(() => expect(giveShares).toHaveBeenCalledWith({ holders, threshold: 3, password: 'a password' }));
  expect(await screen.findByText('The recovery shares were given to the members')).toBeVisible();
  expect(onClose).toHaveBeenCalled();
});

it('never needs more members than hold shares', async () => {
  const { person, dialog, choose, compare, confirm } = await opened();
  for (const name of ['Bob', 'Cid', 'Dan'])
    await person.click(dialog.getByRole('checkbox', { name: new RegExp(name) }));
  await person.selectOptions(dialog.getByRole('combobox'), '3 of 3');
  await choose('Dan');
  await compare('Bob');
  await compare('Cid');
  await confirm();
  await waitFor(() => expect(giveShares).toHaveBeenCalledWith(expect.objectContaining({ threshold: 2 })));
});

it('compares again after someone has another key', async () => {
  const { dialog, choose, compare, confirm } = await opened();
  await choose('Bob', 'Cid');
  await compare('Bob');
  await compare('Cid');
  const { code, status, message } = new AppError('RECOVERY_INVALID');
  giveShares.mockRejectedValueOnce(new ApiError(message, { code, status }));
  await confirm();
  expect(await dialog.findByText(message)).toBeVisible();
  const other = keyOf('Bob', 9);
  keys.set('Bob', other);
  await choose('Bob', 'Cid');
  await compare('Bob');
  await compare('Cid');
  await confirm();
  await waitFor(() =>
    expect(giveShares).toHaveBeenLastCalledWith(expect.objectContaining({ holders: [other, keys.get('Cid')] })),
  );
});

it('gives at most eight shares, and none to members without a key', async () => {
  const names = Array.from({ length: 9 }, (_, at) => `M${at}`);
  const { person, dialog } = await opened([...names.map((name) => memberCalled(name)), memberCalled('Late', false)]);
  expect(dialog.getByRole('checkbox', { name: /Late/ })).toBeDisabled();
  for (const name of names.slice(0, 8)) await person.click(dialog.getByRole('checkbox', { name: new RegExp(name) }));
  expect(dialog.getByRole('checkbox', { name: /M8/ })).toBeDisabled();
  await person.click(dialog.getByRole('checkbox', { name: /M0/ }));
  expect(dialog.getByRole('checkbox', { name: /M8/ })).toBeEnabled();
});

it('says what is missing in a company with fewer than two members', async () => {
  const { dialog, next } = await opened([owner, memberCalled('Bob')]);
  expect(dialog.getByText(/needs at least two members/)).toBeVisible();
  expect(next()).toBeDisabled();
});

it('finds members among 500 by a search on the server, and keeps those that were chosen', async () => {
  const many = Array.from({ length: 497 }, (_, n) => memberCalled(`Other${n}`));
  const { person, dialog, next } = await opened([
    owner,
    ...many,
    ...['Bob', 'Cid', 'Dan'].map((name) => memberCalled(name)),
  ]);
  const search = await dialog.findByRole('searchbox', { name: 'Search members' });
  for (const name of ['Bob', 'Dan']) {
    await person.clear(search);
    await person.type(search, name);
    await person.click(await dialog.findByRole('checkbox', { name: new RegExp(name) }));
  }
  expect(dialog.getAllByRole('checkbox', { checked: true })).toHaveLength(2);
  await person.click(next());
  expect(await dialog.findByText(/security number of Bob@member.example/)).toBeVisible();
});
