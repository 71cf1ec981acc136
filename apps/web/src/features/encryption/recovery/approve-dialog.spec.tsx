import { screen, waitFor, within } from '@testing-library/react';
import type { WaitingRecovery } from '@tradepost/client/recovery/approving';
import { routes } from '@tradepost/contracts/routes';
import { SealingError } from '@tradepost/sealing/errors';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import { axe } from 'jest-axe';
import { FakeApi } from '../../../test/fake-api';
import { approver, renderRoute } from '../../../test/render';
import { ApproveDialog } from './approve-dialog';

let waiting: WaitingRecovery | null;
const given: WaitingRecovery[] = [];
let refusal: Error | null;
jest.mock('@tradepost/client/recovery/approving', () => ({
  waitingRecovery: async () => waiting,
  approveWaiting: async (_client: unknown, _member: unknown, approved: WaitingRecovery) => {
    if (refusal) throw refusal;
    given.push(approved);
  },
}));
jest.mock('../../../vault/password/password', () => ({ keysOfOwnPassword: async () => ({}) }));

const api = new FakeApi();
const numbered = (first: number) =>
  ({
    company: { address: 'ann@owner.example' },
    request: { requestId: 'r1', keyId: new Uint8Array(32).fill(first) },
  }) as WaitingRecovery;
const digits = () => fingerprint(waiting!.request);

beforeEach(() => {
  waiting = numbered(1);
  refusal = null;
  given.splice(0);
});

async function opened() {
  const onClose = jest.fn();
  const { person } = renderRoute(<ApproveDialog requestId="r1" onClose={onClose} />, { user: approver });
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve the recovery' }));
  await dialog.findByLabelText('Number that the owner read to you');
  const approve = async (typed: string) => {
    const field = dialog.getByLabelText('Number that the owner read to you');
    await person.clear(field);
    if (typed) await person.type(field, typed);
    await person.clear(dialog.getByLabelText('Current password'));
    await person.type(dialog.getByLabelText('Current password'), 'a password');
    await person.click(dialog.getByRole('button', { name: 'Approve the recovery' }));
  };
  return { person, dialog, approve, onClose };
}

it('gives the share only for the number that the owner has read, which it does not show', async () => {
  const { dialog, approve, onClose } = await opened();
  expect(screen.getByRole('dialog').textContent.replace(/\D/g, '')).not.toContain(digits().replaceAll(' ', ''));
  expect(await axe(screen.getByRole('dialog'))).toHaveNoViolations();
  await approve('');
  expect(await dialog.findByText('Please enter the number')).toBeVisible();
  for (const wrong of [digits().slice(0, -1), digits().split(' ').toReversed().join(' ') + '1', '1']) {
    await approve(wrong);
    expect(await dialog.findByText('These are not the digits of this recovery')).toBeVisible();
  }
  expect(given).toEqual([]);
  await approve(digits().replaceAll(' ', '  '));
  await waitFor(() => expect(given).toEqual([waiting]));
  expect(await screen.findByText('You gave your share to ann@owner.example.')).toBeVisible();
  expect(onClose).toHaveBeenCalled();
});

it('offers to stop the recovery where the number is another one', async () => {
  const stopped = api.on(routes.stopRecovery, () => ({ message: 'The recovery was stopped' }));
  const { person, dialog, approve } = await opened();
  await approve('12345');
  await person.click(await dialog.findByRole('button', { name: 'Stop the recovery' }));
  const question = (await screen.findAllByText('Stop the recovery?'))[0]!.closest<HTMLElement>('[role="dialog"]')!;
  expect(stopped).toEqual([]);
  await person.click(within(question).getByRole('button', { name: 'Stop the recovery' }));
  await waitFor(() => expect(stopped).toEqual([{ id: 'r1' }]));
});

it('says why a share was not given', async () => {
  const { dialog, approve } = await opened();
  refusal = new SealingError('RECOVERY_REFUSED');
  await approve(digits());
  expect(await dialog.findByText(/does not match, so nothing was done/)).toBeVisible();
});

it('says that a recovery has ended', async () => {
  waiting = null;
  renderRoute(<ApproveDialog requestId="r1" onClose={() => undefined} />, { user: approver });
  expect(await screen.findByText('This recovery has ended.')).toBeVisible();
});
