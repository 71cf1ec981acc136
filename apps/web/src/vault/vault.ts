import type { Contacts } from '@tradepost/client/contacts/contacts';
import type { Ledger } from '@tradepost/client/ledger/ledger';
import type { Contact, VerifiedBundle } from '@tradepost/sealing/keys/bundle';
import type { Standing } from '@tradepost/sealing/keys/pins';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { useShallow } from 'zustand/react/shallow';
import { useVaultStore, type VaultState } from './vault.store';

export { VaultClosed } from './texts';

/** The state of the signed-in person's keys. */
export const useVault = (): Pick<VaultState, 'state' | 'vault'> =>
  useVaultStore(useShallow(({ state, vault }) => ({ state, vault })));

const session = () => import('./session/reconcile');
const pins = () => import('./pins');

/**
 * The open vault. Asks for the password or the recovery key if necessary, and creates keys if there are none.
 * @throws VaultClosed when the person cancels, or when the server's keys are refused; ApiError
 */
export const requireVault = async (): Promise<Vault> => (await session()).requireVault();

/** The known contacts of the open vault. Opens the vault. @throws VaultClosed, ApiError */
export const requireContacts = async (): Promise<Contacts> => (await pins()).requireContacts();

/** The ledger of the open vault. Opens the vault. @throws VaultClosed, ApiError */
export const requireLedger = async (): Promise<Ledger> => (await requireContacts()).ledger;

/** Compares a contact's keys with the ones pinned before. Opens the vault. @throws VaultClosed, ApiError */
export const checkContact = async (contact: VerifiedBundle): Promise<Standing> => (await pins()).checkContact(contact);

/** Pins a contact's keys: at the first exchange, or compared by the person. Opens the vault. @throws VaultClosed, ApiError */
export const pinContact = async (contact: Contact, how: 'first' | 'compared'): Promise<void> =>
  (await pins()).pinContact(contact, how);
