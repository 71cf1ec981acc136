import { screen, waitFor, within } from '@testing-library/react';
import { AppError } from '@tradepost/contracts/errors';
import { ApiError } from '@tradepost/client/api/api-error';
import type { Member } from '@tradepost/contracts/identity';
import type { Role } from '@tradepost/contracts/roles';
import { routes } from '@tradepost/contracts/routes';
import type { VerifiedPersonKey } from '@tradepost/sealing/keys/person-key';
import { axe } from 'jest-axe';
import { FakeApi } from '../../../test/fake-api';
import { manager, renderRoute, sender } from '../../../test/render';
import { membersAnswer } from '../../../test/samples';
import { Members } from '../members';

let shown: VerifiedPersonKey;
jest.mock('@tradepost/client/company/giving', () => ({ keyOfMember: async () => shown }));
const giveKeys = jest.fn<Promise<void>, [VerifiedPersonKey, string]>();
jest.mock('../../../vault/company/give-keys', () => ({
  giveKeys: (...given: [VerifiedPersonKey, string]) => giveKeys(...given),
}));
const recorded: string[] = [];
jest.mock('../../../sealing/recorded', () => ({ recordKeysTaken: async ({ id }: Member) => void recorded.push(id) }));

const api = new FakeApi();
const keyNumber = (first: number) =>
  ({ keyId: new Uint8Array(32).fill(first), address: 'cid@member.example' }) as VerifiedPersonKey;
const memberWith = (firstName: string, roles: Role[], known: Pick<Member, 'hasKeys' | 'hasPersonKey'>): Member => ({
  ...sender,
  id: firstName,
  email: `${firstName}@member.example`,
  firstName,
  lastName: 'Member',
  roles,
  joinedAt: '2026-11-01T10:00:00.000Z',
  absence: null,
  delegate: null,
  canHoldShare: known.hasPersonKey,
  ...known,
});

function renderMembers(user = sender) {
  const members = [
    memberWith('Ada', ['auditor'], { hasKeys: false, hasPersonKey: true }),
    memberWith('Bob', ['uploader'], { hasKeys: false, hasPersonKey: false }),
    memberWith('Cid', ['downloader'], { hasKeys: false, hasPersonKey: true }),
    memberWith('Dan', ['manager'], { hasKeys: true, hasPersonKey: true }),
  ];
  api.on(
    routes.members,
    membersAnswer(() => members),
  );
  api.on(routes.memberInvitations, () => []);
  api.on(routes.handover, () => ({ handover: null }));
  return renderRoute(<Members />, { user });
}

const rowOf = async (name: string) => (await screen.findByText(`${name} Member`)).closest('tr')!;
const buttons = () => screen.queryAllByRole('button', { name: /encryption keys/ }).map((one) => one.ariaLabel);

beforeEach(() => {
  giveKeys.mockReset().mockResolvedValue();
  shown = keyNumber(1);
  recorded.splice(0);
});

it('shows who has the keys, and offers the owner to give and take them', async () => {
  renderMembers();
  expect(await rowOf('Ada')).not.toHaveTextContent(/key/);
  expect(await rowOf('Bob')).toHaveTextContent('No key yet');
  expect(await rowOf('Cid')).toHaveTextContent('Can get keys');
  expect(await rowOf('Dan')).toHaveTextContent('Has keys');
  expect(buttons()).toEqual(['Give encryption keys to Cid Member', 'Take the encryption keys from Dan Member']);
});

it('offers a manager neither', async () => {
  renderMembers(manager);
  expect(await rowOf('Cid')).toHaveTextContent('Can get keys');
  expect(buttons()).toEqual([]);
});

it('gives the keys to the key that was compared, with the password; another key is compared again', async () => {
  const { person } = renderMembers();
  await person.click(await screen.findByRole('button', { name: 'Give encryption keys to Cid Member' }));
  const found = await screen.findByRole('dialog', { name: 'Give encryption keys to Cid Member' });
  const dialog = within(found);
  const give = await dialog.findByRole('button', { name: 'Give encryption keys' });
  expect(give).toBeDisabled();
  // the address that the key states, not the one of the list
  expect(found).toHaveTextContent('First compare the security number of cid@member.example:');
  expect(await axe(found)).toHaveNoViolations();
  await person.type(dialog.getByLabelText('Current password'), 'a password');
  expect(give).toBeDisabled();
  await person.click(dialog.getByRole('checkbox'));
  const first = shown;
  shown = keyNumber(2);
  const { code, status, message } = new AppError('COMPANY_KEY_INVALID');
  giveKeys.mockRejectedValueOnce(new ApiError(message, { code, status }));
  await person.click(give);
  expect(giveKeys).toHaveBeenCalledWith(first, 'a password');
  expect(await dialog.findByText(message)).toBeVisible();
  await waitFor(() => expect(dialog.getByRole('checkbox')).not.toBeChecked());
  expect(give).toBeDisabled();
  await person.click(dialog.getByRole('checkbox'));
  await person.click(give);
  await waitFor(() => expect(giveKeys).toHaveBeenLastCalledWith(shown, 'a password'));
  expect(await screen.findByText('The member can now work with end-to-end encrypted files')).toBeVisible();
});

it('records that keys are taken, and takes them, after a question', async () => {
  const { person } = renderMembers();
  const ended = api.on(routes.endCompanyKey, () => ({ message: 'Taken' }));
  await person.click(await screen.findByRole('button', { name: 'Take the encryption keys from Dan Member' }));
  const question = await screen.findByRole('dialog');
  expect(question).toHaveTextContent(/may still have the company’s key/);
  expect(recorded).toEqual([]);
  await person.click(within(question).getByRole('button', { name: 'Take keys' }));
  await waitFor(() => expect(ended).toEqual([{ id: 'Dan' }]));
  expect(recorded).toEqual(['Dan']);
});

it('records the removal of a member, also if the server says that they had no keys', async () => {
  const { person } = renderMembers();
  const removed = api.on(routes.removeMember, () => ({ message: 'Removed' }));
  await person.click(await screen.findByRole('button', { name: 'Remove Cid Member' }));
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(removed).toEqual([{ id: 'Cid' }]));
  expect(recorded).toEqual(['Cid']);
});
