import type { Contacts } from '@tradepost/client/contacts/contacts';
import type { Contact, VerifiedBundle } from '@tradepost/sealing/keys/bundle';
import { checkPin, isPinned, type Standing } from '@tradepost/sealing/keys/pins';
import { requireVault } from './session/reconcile';
import { runExclusive } from './session/run-exclusive';
import { otherTabs } from './session/server-keys';
import { VaultClosed } from './texts';
import { useVaultStore } from './vault.store';

const { getState, setState } = useVaultStore;

/** The known contacts of the open vault, with the ledger. */
export async function requireContacts(): Promise<Contacts> {
  await requireVault();
  const { contacts } = getState();
  if (!contacts) throw new VaultClosed();
  return contacts;
}

export async function checkContact(contact: VerifiedBundle): Promise<Standing> {
  const { ledger } = await requireContacts();
  return checkPin(ledger.latest.pins, contact);
}

export async function pinContact(contact: Contact, how: 'first' | 'compared'): Promise<void> {
  const contacts = await requireContacts();
  const { pins } = contacts.ledger.latest;
  if (how === 'first' && checkPin(pins, contact) === 'same' && isPinned(pins, contact)) return;
  await runExclusive(() => (how === 'first' ? contacts.remember(contact) : contacts.confirm(contact)));
  setState({ pins: contacts.ledger.latest.pins });
  otherTabs.postMessage('changed');
}
