import { screen, waitFor } from '@testing-library/react';
import type { KeyHolder } from '@tradepost/client/company/remaining';
import type { VerifiedPersonKey } from '@tradepost/sealing/keys/person-key';
import { axe } from 'jest-axe';
import { renderRoute, sender } from '../../test/render';
import { RotateDialog } from './rotate-dialog';

let holders: KeyHolder[];
const started: { password: string; keys: VerifiedPersonKey[] }[] = [];
jest.mock('../rotation', () => ({
  presentHolders: async () => holders,
  startRotation: async (given: (typeof started)[number]) => void started.push(given),
}));

const holder = (firstName: string, hasComparedKey = true): KeyHolder => ({
  member: {
    ...{ id: firstName, email: `${firstName}@member.example`, firstName, lastName: 'Member', roles: ['manager'] },
    ...{
      joinedAt: '2026-11-01T10:00:00.000Z',
      hasKeys: true,
      hasPersonKey: true,
      canHoldShare: true,
      absence: null,
      delegate: null,
    },
  },
  key: hasComparedKey ? ({ userId: firstName } as VerifiedPersonKey) : null,
});

beforeEach(() => started.splice(0));

it('gives the new keys only to members with a compared key that the owner does not clear', async () => {
  holders = [holder('Cid'), holder('Dan'), holder('Eve', false)];
  const { person } = renderRoute(<RotateDialog />, { user: sender });
  const dan = await screen.findByRole('checkbox', { name: /Dan Member/ });
  expect(screen.getByRole('checkbox', { name: /Cid Member/ })).toBeChecked();
  const eve = screen.getByRole('checkbox', { name: /Eve Member/ });
  expect(eve).not.toBeChecked();
  expect(eve).toBeDisabled();
  expect(screen.getByRole('dialog')).toHaveTextContent(/may still have them, and with them everything/);
  expect(await axe(screen.getByRole('dialog'))).toHaveNoViolations();
  await person.click(dan);
  await person.type(screen.getByLabelText('Current password'), 'a password');
  await person.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(started).toEqual([{ password: 'a password', keys: [{ userId: 'Cid' }] }]));
});

it('asks an owner without such members only for the password', async () => {
  holders = [];
  const { person } = renderRoute(<RotateDialog />, { user: sender });
  await person.type(await screen.findByLabelText('Current password'), 'a password');
  expect(screen.queryByRole('checkbox')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(started).toEqual([{ password: 'a password', keys: [] }]));
});
