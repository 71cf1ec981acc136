import { screen, waitFor } from '@testing-library/react';
import { ApiError } from '@tradepost/client/api/api-error';
import type { OwnHandover } from '@tradepost/client/company/key-handover';
import type { KeyHandover } from '@tradepost/contracts/encryption/key-handover';
import type { StoredPersonKey } from '@tradepost/contracts/encryption/sealed';
import { routes } from '@tradepost/contracts/routes';
import { SealingError } from '@tradepost/sealing/errors';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import type { PersonUnlock } from '@tradepost/sealing/keys/person-key';
import { axe } from 'jest-axe';
import { queryClient } from '../../api/query-client';
import { FakeApi } from '../../test/fake-api';
import { renderRoute, uploader } from '../../test/render';
import { AskOtherDevice } from './ask-other-device';
import { forgetOwnUnlock, ownUnlockOf } from './opened';

let handover: KeyHandover | null;
let count = 0;
let pending: boolean;
let opens: boolean;
const unlock: PersonUnlock = { kind: 'handover', open: async () => new Uint8Array() };
jest.mock('@tradepost/client/company/key-handover', () => ({
  askOtherDevices: async () => {
    if (pending) throw new ApiError('Another device already asks', { code: 'KEY_HANDOVER_PENDING', status: 409 });
    count += 1;
    const shown = { requestId: `r${count}`, startedHere: true, given: false, expiresAt: '2026-11-30T10:10:00.000Z' };
    handover = shown as KeyHandover;
    const keyId = new Uint8Array(32).fill(count);
    return { requestId: shown.requestId, keyId, person: { userId: uploader.id }, shown } as OwnHandover;
  },
  takeKey: async () => {
    if (!opens) throw new SealingError('VAULT_LOCKED');
    return unlock;
  },
}));

const api = new FakeApi();
const user = { ...uploader, sso: true as const, withoutPassword: true as const };
const numberOf = (request: number) => fingerprint({ keyId: new Uint8Array(32).fill(request) });
const shownNumber = async () =>
  (await screen.findByRole('group', { name: 'Number of this device' })).textContent.trim();
let stopped: unknown[];

beforeEach(() => {
  handover = null;
  pending = false;
  opens = true;
  forgetOwnUnlock();
  queryClient.clear();
  api.on(routes.keyHandover, () => ({ handover }));
  stopped = api.on(routes.stopKeyHandover, () => {
    handover = null;
    pending = false;
    return { message: 'The other device gets nothing' };
  });
});

function asking() {
  const [open, onBack] = [jest.fn(async () => undefined), jest.fn()];
  const stored = { passkeys: [] } as unknown as StoredPersonKey;
  const view = renderRoute(<AskOtherDevice label="Unlock" stored={stored} open={open} onBack={onBack} />, { user });
  return { ...view, open, onBack };
}
const change = (next: KeyHandover | null) => {
  handover = next;
  return queryClient.invalidateQueries();
};

it('shows the number, and opens the key once another device has given it', async () => {
  const { person, open, container } = asking();
  expect(await shownNumber()).toBe(numberOf(count));
  expect(await axe(container)).toHaveNoViolations();
  await change({ ...handover!, given: true });
  expect(await screen.findByText('Your key is open on this device')).toBeVisible();
  expect(ownUnlockOf(user.id)).toBe(unlock);
  await person.click(screen.getByRole('button', { name: 'Unlock' }));
  await waitFor(() => expect(open).toHaveBeenCalledWith(unlock));
});

it('shows the same number again after the dialog was closed, and another one after it was cancelled', async () => {
  const first = asking();
  const number = await shownNumber();
  first.unmount();
  const again = asking();
  expect(await shownNumber()).toBe(number);
  await again.person.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(again.onBack).toHaveBeenCalled());
  expect(stopped).toEqual([{ id: `r${count}` }]);
  again.unmount();
  asking();
  expect(await shownNumber()).not.toBe(number);
});

it('says that the other device gave nothing, and asks again with another number', async () => {
  const { person } = asking();
  const number = await shownNumber();
  await change(null);
  await person.click(await screen.findByRole('button', { name: 'Ask again, with another number' }));
  expect(await shownNumber()).not.toBe(number);
});

it('takes nothing that does not open the key', async () => {
  opens = false;
  const { open } = asking();
  await shownNumber();
  await change({ ...handover!, given: true });
  expect(await screen.findByText(/What arrived does not open your key/)).toBeVisible();
  expect(ownUnlockOf(user.id)).toBeNull();
  expect(open).not.toHaveBeenCalled();
});

it('offers to refuse another device that asks', async () => {
  pending = true;
  handover = { requestId: 'other', startedHere: false, given: false } as KeyHandover;
  const { person } = asking();
  await person.click(await screen.findByRole('button', { name: 'Refuse the other device, and ask again' }));
  expect(await shownNumber()).toBe(numberOf(count));
  expect(stopped).toEqual([{ id: 'other' }]);
});
