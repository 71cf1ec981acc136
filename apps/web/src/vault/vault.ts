import type { Keyring } from '@tradepost/client/contacts/keyring';
import type { Contact } from '@tradepost/sealing/keys/bundle';
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

/** The open vault and its known contacts. Opens the vault. @throws VaultClosed, ApiError */
export const requireKeyring = async (): Promise<Keyring> => (await pins()).requireKeyring();

/** Waits until it is known whether there are keys. @throws ApiError */
export const keysSettled = async (): Promise<void> => (await session()).settled();

/** As `requireKeyring`; null before the person has any keys, or the company's owner has given them. */
export async function keyringIfAny(): Promise<Keyring | null> {
  await keysSettled();
  return useVaultStore.getState().state === 'none' ? null : requireKeyring();
}

/** Asks to save the recovery key, once sealed files depend on it and its owner has not seen it. */
export const requestRecoveryKit = async (): Promise<void> => (await import('./session/create-keys')).showUnseenKit();

/** Saves a contact's keys, which the person has compared. Opens the vault. @throws VaultClosed, SealingError, ApiError */
export const confirmContact = async (contact: Contact): Promise<void> => (await pins()).confirmContact(contact);
