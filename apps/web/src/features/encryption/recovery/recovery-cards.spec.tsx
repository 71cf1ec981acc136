import { screen, waitFor, within } from '@testing-library/react';
import type { RecoveryState } from '@tradepost/contracts/encryption/recovery';
import { routes } from '@tradepost/contracts/routes';
import { SealingError } from '@tradepost/sealing/errors';
import { axe } from 'jest-axe';
import { FakeApi } from '../../../test/fake-api';
import { approver, manager, renderRoute, sender } from '../../../test/render';
import { queryClient } from '../../../api/query-client';
import { recoveryKey } from '../../../vault/recovery/query';
import type { OwnShares } from '../../../vault/recovery/shares';
import { closedVault, useVaultStore } from '../../../vault/vault.store';
import { Encryption } from '../encryption';
import { MemberRecoveryCard } from './member-recovery-card';
import { OwnRecoveryCard } from './own-recovery-card';

let own: OwnShares | null | Error;
const ended: string[] = [];
jest.mock('../../../vault/recovery/approving', () => ({ waitingForShare: async () => null }));
jest.mock('../../../vault/recovery/shares', () => ({
  ownShares: async () => {
    if (own instanceof Error) throw own;
    return own;
  },
  endOwnShares: async (password: string) => void ended.push(password),
}));

const api = new FakeApi();
const share = (name: string) => ({ memberId: name, address: `${name}@member.example`, memberKeyId: 'k', hash: 'h' });
const set = {
  ...{ setId: 's', epoch: 1, createdAt: '2026-11-20T10:00:00.000Z', threshold: 2, sig: 'g' },
  shares: [share('bob'), share('cid'), { ...share('dan'), memberId: approver.id }],
};
const request = {
  ...{ requestId: 'r1', key: {} as never, wrap: null, expiresAt: '2026-12-01T10:00:00.000Z' },
  approvedBy: ['bob'],
};
const stateWith = (changed: Partial<RecoveryState> = {}): RecoveryState => ({
  ...{ companyId: 'c', owner: { userId: sender.id, email: sender.email }, bundle: null },
  ...{ set, share: 'mine', lost: [], request: null },
  ...changed,
});
const ownWith = (changed: Partial<RecoveryState> = {}, isRecorded: boolean | null = true): OwnShares => ({
  sent: { ...stateWith(changed), set },
  isRecorded,
});
const cardOf = () => screen.findByRole('region', { name: 'Recovery by members' });

beforeEach(() => {
  useVaultStore.setState({ ...closedVault, state: 'open' });
  ended.splice(0);
});
afterEach(() => useVaultStore.setState(closedVault));

describe('the owner sees', () => {
  it('that nobody holds shares', async () => {
    own = null;
    renderRoute(<OwnRecoveryCard />);
    const card = await cardOf();
    expect(await within(card).findByText('No shares')).toBeVisible();
    expect(within(card).getByRole('button', { name: 'Choose members' })).toBeVisible();
    expect(within(card).queryByRole('button', { name: 'Remove the shares' })).toBeNull();
    expect(await axe(card)).toHaveNoViolations();
  });

  it.each([
    ['which members hold shares', ownWith(), /2 of these 3 members open your keys together/],
    ['that a share is lost', ownWith({ lost: ['cid'] }), /Some shares cannot be used any more/],
    ['that too few are left', ownWith({ lost: ['cid', 'bob'] }), /Too few shares are left/],
    ['that the record names others', ownWith({}, false), /The server has other shares than the ones in your record/],
    ['a recovery of someone with their mailbox', ownWith({ request }), /someone may use your mailbox/],
    ['how many have approved', ownWith({ request }), /1 of 2 needed members have approved/],
    ['that the server shows a set of others', new SealingError('RECOVERY_REFUSED'), /does not match/],
  ])('%s', async (_, shown, text) => {
    own = shown;
    renderRoute(<OwnRecoveryCard />);
    expect(await screen.findByText(text)).toBeVisible();
    expect(await axe(await cardOf())).toHaveNoViolations();
  });

  it('how to continue a recovery while the keys are locked', async () => {
    useVaultStore.setState({ state: 'locked' });
    own = ownWith({ request }, null);
    const { person } = renderRoute(<OwnRecoveryCard />);
    await person.click(await screen.findByRole('button', { name: 'Continue the recovery' }));
    expect(useVaultStore.getState().dialog).toEqual({ kind: 'open', by: 'members' });
  });
});

it('removes the shares with the password', async () => {
  own = ownWith();
  const { person } = renderRoute(<OwnRecoveryCard />);
  await person.click(await screen.findByRole('button', { name: 'Remove the shares' }));
  const question = await screen.findByRole('dialog', { name: 'Remove the recovery shares?' });
  expect(ended).toEqual([]);
  await person.click(within(question).getByRole('button', { name: 'Remove the shares' }));
  expect(ended).toEqual([]);
  await person.type(within(question).getByLabelText('Current password'), 'Sam-sender-1!');
  await person.click(within(question).getByRole('button', { name: 'Remove the shares' }));
  await waitFor(() => expect(ended).toEqual(['Sam-sender-1!']));
  expect(await screen.findByText('The recovery shares open nothing any more')).toBeVisible();
});

describe('a member sees', () => {
  it.each([
    ['that they hold no share', { set: null, share: null }, /The owner of your company can give you a recovery share/],
    ['that they hold one', {}, /2 of 3 members can open the keys again/],
    ['that theirs is lost', { share: null }, /You have another key by now/],
    ['a recovery that waits', { request }, /sam@sender.example asks to recover the keys of your company/],
    ['that they have approved', { request: { ...request, approvedBy: [approver.id] } }, /You have approved it/],
  ])('%s', async (_, state, text) => {
    api.on(routes.recovery, () => stateWith(state));
    renderRoute(<MemberRecoveryCard />, { user: approver });
    expect(await screen.findByText(text)).toBeVisible();
    expect(await axe(await cardOf())).toHaveNoViolations();
    const approves = 'request' in state && !state.request.approvedBy.includes(approver.id);
    expect(screen.queryAllByRole('button', { name: 'Approve the recovery' })).toHaveLength(approves ? 1 : 0);
  });

  it('no way to approve without a share, and can still stop it', async () => {
    const stopped = api.on(routes.stopRecovery, () => ({ message: 'The recovery was stopped' }));
    api.on(routes.recovery, () => stateWith({ share: null, request }));
    const { person } = renderRoute(<MemberRecoveryCard />, { user: approver });
    await person.click(await screen.findByRole('button', { name: 'Stop the recovery' }));
    expect(screen.queryByRole('button', { name: 'Approve the recovery' })).toBeNull();
    const question = await screen.findByRole('dialog', { name: 'Stop the recovery?' });
    await person.click(within(question).getByRole('button', { name: 'Stop the recovery' }));
    await waitFor(() => expect(stopped).toEqual([{ id: 'r1' }]));
  });

  it('no dialog of a recovery that has ended, when another one waits', async () => {
    let state = stateWith({ request });
    api.on(routes.recovery, () => state);
    const { person } = renderRoute(<MemberRecoveryCard />, { user: approver });
    await person.click(await screen.findByRole('button', { name: 'Approve the recovery' }));
    expect(await screen.findByText('This recovery has ended.')).toBeVisible();
    for (const next of [null, { ...request, requestId: 'r2' }]) {
      state = stateWith({ request: next });
      await queryClient.invalidateQueries({ queryKey: [recoveryKey] });
    }
    expect(await screen.findByRole('button', { name: 'Approve the recovery' })).toBeVisible();
    expect(screen.queryByText('This recovery has ended.')).toBeNull();
  });

  it('that it could not be loaded', async () => {
    api.on(routes.recovery, () => {
      throw new Error('offline');
    });
    renderRoute(<MemberRecoveryCard />, { user: approver });
    expect(await screen.findByText('This could not be loaded')).toBeVisible();
  });
});

it('is all that members with a role that takes no keys see here, and they show their number there', async () => {
  api.on(routes.recovery, () => stateWith({ set: null, share: null }));
  api.on(routes.contactKeys, () => []);
  const { person, unmount } = renderRoute(<Encryption />, { user: approver });
  expect(screen.queryByRole('region', { name: 'Your encryption keys' })).toBeNull();
  await person.click(await screen.findByRole('button', { name: 'Show your security number' }));
  expect(await screen.findByText(/gives a recovery share to your own key/)).toBeVisible();
  unmount();
  renderRoute(<Encryption />, { user: manager });
  expect(await screen.findByRole('region', { name: 'Your encryption keys' })).toBeVisible();
});
