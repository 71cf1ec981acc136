import type { CompanyUnlock } from '@tradepost/client/company/company-keyring';
import { ApiError } from '@tradepost/client/api/api-error';
import { SealingError } from '@tradepost/sealing/errors';
import type { Contact } from '@tradepost/sealing/keys/bundle';
import { signIn } from '../../session/auth.store';
import { manager, sender } from '../../test/render';
import { closedVault, useVaultStore } from '../vault.store';
import { reconcileCompany, unlockCompany } from './open-company';
import { memberOf, nameOf } from './member';

const companyCalled = (first: number) =>
  ({ address: 'ann@company.example', epoch: 1, keyId: new Uint8Array(32).fill(first) }) as Contact;

/** What the server shows, this device knows, and the company's keys opened with. */
const server = { shown: companyCalled(1), sent: companyCalled(1), given: true };
const device = { known: 'first' as 'first' | 'same' | 'changed', keys: new Map<string, { epoch: number }>() };
const unlocks: CompanyUnlock[] = [];

jest.mock('@tradepost/client/company/company-keyring', () => ({
  shownCompany: async () => {
    if (!server.given) throw new ApiError('No keys', { code: 'OWNER_KEYS_REQUIRED', status: 403 });
    return server.shown;
  },
  knownAs: async () => device.known,
  confirmCompany: async () => void (device.known = 'same'),
  openCompanyKeyring: async (_client: unknown, _member: unknown, unlock: CompanyUnlock, ports: Ports) => {
    unlocks.push(unlock);
    if (device.known === 'first') ports.onFirst(server.sent);
    device.known = 'same';
    const vault = { epoch: 1, key: 'key', own: server.sent };
    return { vault, contacts: { ledger: { latest: { pins: null }, load: async () => ({ pins: null }) } } };
  },
}));
jest.mock('../device', () => ({
  deviceOf: () => null,
  readKey: async (name: string) => device.keys.get(name),
  storeKey: async (name: string, key: { epoch: number }) => void device.keys.set(name, key),
  forgetKey: async (name: string) => void device.keys.delete(name),
}));
jest.mock('../password/password', () => ({
  keysOfOwnPassword: async () => ({ kek: 'kek', prove: async () => 'proof' }),
}));
jest.mock('@tradepost/client/keys/passwords', () => ({ releaseProof: async () => undefined }));
jest.mock('../session/server-keys', () => ({ otherTabs: { postMessage: () => undefined } }));
jest.mock('../key-log/logged-contacts', () => ({ contactsOn: () => null }));

interface Ports {
  onFirst: (company: Contact) => void;
}

const member = memberOf(manager)!;
const state = () => useVaultStore.getState();

beforeEach(() => {
  Object.assign(server, { shown: companyCalled(1), sent: companyCalled(1), given: true });
  Object.assign(device, { known: 'first', keys: new Map() });
  unlocks.splice(0);
  useVaultStore.setState(closedVault);
  signIn({ token: 'token', user: manager });
});

it('opens nothing before the person has compared the company, and by itself afterwards', async () => {
  await reconcileCompany(member);
  expect([state().state, unlocks]).toEqual(['locked', []]);
  await unlockCompany('password', { company: server.shown, known: 'first' });
  expect(state()).toMatchObject({ state: 'open', vault: { own: server.shown }, epoch: 1 });
  useVaultStore.setState(closedVault);
  await reconcileCompany(member);
  expect(state().state).toBe('open');
  expect(unlocks.at(-1)).toEqual({ stored: { epoch: 1, key: 'key' } });
});

it.each(['first', 'changed'] as const)('uses no other keys than those that were compared: %s', async (known) => {
  device.known = known;
  await reconcileCompany(member);
  server.sent = companyCalled(2);
  await expect(unlockCompany('password', { company: server.shown, known })).rejects.toEqual(
    new SealingError('KEY_CHANGED'),
  );
  expect([state().state, state().vault, device.keys.size]).toEqual(['locked', null, 0]);
});

it('asks to compare keys of the company that differ from the known ones', async () => {
  device.keys.set(nameOf(member), { epoch: 1 });
  device.known = 'changed';
  await reconcileCompany(member);
  expect([state().state, unlocks]).toEqual(['locked', []]);
});

it('forgets the keys once the owner has taken them', async () => {
  await unlockCompany('password', { company: server.shown, known: 'first' });
  server.given = false;
  await reconcileCompany(member);
  expect([state().state, state().vault, device.keys.size]).toEqual(['none', null, 0]);
});

it('puts nothing to use for a person who acts for another company by now', async () => {
  const opening = unlockCompany('password', { company: server.shown, known: 'first' });
  signIn({ token: 'token', user: sender });
  await opening;
  expect(state().vault).toBeNull();
});
