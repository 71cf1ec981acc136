import type { Keyring } from '@tradepost/client/contacts/keyring';
import type { Contact } from '@tradepost/sealing/keys/bundle';
import { requireVault } from './session/reconcile';
import { runExclusive } from './session/run-exclusive';
import { VaultClosed } from './texts';
import { useVaultStore } from './vault.store';

const { getState } = useVaultStore;

/** The open vault and its known contacts, with the ledger. */
export async function requireKeyring(): Promise<Keyring> {
  const vault = await requireVault();
  const { contacts } = getState();
  if (!contacts) throw new VaultClosed();
  return { vault, contacts };
}

export async function confirmContact(contact: Contact): Promise<void> {
  const { contacts } = await requireKeyring();
  await runExclusive(() => contacts.confirm(contact));
}
