import type { VerifiedBundle } from '@tradepost/sealing/bundle';
import type { Vault } from '@tradepost/sealing/vault';
import { useShallow } from 'zustand/react/shallow';
import { useVaultStore, type VaultState } from './vault.store';

export { VaultClosed } from './words';

/** How the signed-in person's keys stand. */
export const useVault = (): Pick<VaultState, 'state' | 'vault'> =>
  useVaultStore(useShallow(({ state, vault }) => ({ state, vault })));

const keeper = () => import('./keeper');
const pins = () => import('./pins');

/**
 * The open vault. Asks for the password or the recovery key where it must, and makes keys where there are none.
 * @throws VaultClosed when the person does not want to, or when the server's keys are not to be trusted; ApiError
 */
export const requireVault = async (): Promise<Vault> => (await keeper()).requireVault();

/** How a contact's keys compare with those seen before. Opens the vault. @throws VaultClosed, ApiError */
export const checkContact = async (contact: VerifiedBundle): Promise<'first' | 'same' | 'changed'> =>
  (await pins()).checkContact(contact);

/** Remembers a contact's keys: seen first, or changed and confirmed by the person. Opens the vault. @throws VaultClosed, ApiError */
export const pinContact = async (contact: VerifiedBundle): Promise<void> => (await pins()).pinContact(contact);
