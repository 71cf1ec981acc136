import { routes } from '@tradepost/contracts/routes';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import type { Key } from '@tradepost/sealing/crypto/primitives';
import { SealingError } from '@tradepost/sealing/errors';
import type { Contact } from '@tradepost/sealing/keys/bundle';
import { checkCompanyKey, openCompanyKey } from '@tradepost/sealing/keys/company-key';
import { verifyPersonKey, type PersonUnlock } from '@tradepost/sealing/keys/person-key';
import { resumeVault, type Vault } from '@tradepost/sealing/keys/vault';
import type { Caller } from '../api/api-client';
import { ApiError } from '../api/api-error';
import type { Contacts } from '../contacts/contacts';
import type { DeviceStore } from '../contacts/device-store';
import type { Keyring } from '../contacts/keyring';
import { requireTexts, verifyAddressed } from '../contacts/verified-keys';
import { ownerOf } from '../keys/owner';
import { openOwnKey } from './person-key';

/** A person who acts for the company of another one. */
export interface ActingMember {
  id: string;
  email: string;
  companyId: string;
}

interface Ports {
  /** Of this person for this company: it remembers the company's key. */
  device: DeviceStore;
  contactsOf: (vault: Vault) => Contacts;
  /** Called before the keys of the company are used for the first time, to show their number. */
  onFirst: (company: Contact) => void;
}

/** What opens the keys of a company: what opens the member's own key, or what an earlier opening has left on the device. */
export type CompanyUnlock = PersonUnlock | { stored: { epoch: number; key: Key } };

const pinName = 'company';

/** What a device remembers of the company. */
const pinned = ({ userId, address, keyId }: Contact) => JSON.stringify([userId, address, toBase64url(keyId)]);

/** The company's keys and what was given to the member. @throws SealingError KEY_UNPROVEN, COMPANY_KEY_REFUSED; ApiError OWNER_KEYS_REQUIRED */
export async function sentKeys(client: Caller, { companyId }: ActingMember) {
  const sent = await client.send(routes.companyKeys, {});
  if (sent.companyId !== companyId) throw new SealingError('COMPANY_KEY_REFUSED');
  requireTexts(sent.owner.email);
  return { ...sent, company: await verifyAddressed({ ...sent.owner, bundle: sent.bundle }) };
}

/** The company's keys as the server shows them now, to compare. @throws as `sentKeys` */
export const shownCompany = async (client: Caller, member: ActingMember): Promise<Contact> =>
  (await sentKeys(client, member)).company;

/** Whether the owner has given the member the keys of the company. @throws as `shownCompany` */
export async function hasCompanyKeys(client: Caller, member: ActingMember): Promise<boolean> {
  try {
    await shownCompany(client, member);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'OWNER_KEYS_REQUIRED') return false;
    throw error;
  }
}

/** Whether this device knows these keys of the company: `first` knows none of it, `changed` knows others. */
export async function knownAs(device: DeviceStore, company: Contact): Promise<'first' | 'same' | 'changed'> {
  const known = await device.read(pinName);
  if (known === null) return 'first';
  return known === pinned(company) ? 'same' : 'changed';
}

/** Uses these keys of the company from now on. Call it after the person has compared their number. */
export const confirmCompany = (device: DeviceStore, company: Contact): Promise<void> =>
  device.write(pinName, pinned(company));

/** The key of the company's vault, and the id of the person's key that it was given to. */
async function openedKey(
  client: Caller,
  member: ActingMember,
  { company, vault, access }: Pick<Awaited<ReturnType<typeof sentKeys>>, 'company' | 'vault' | 'access'>,
  unlock: CompanyUnlock,
): Promise<{ key: Key; personKeyId: string }> {
  const parties = { companyId: member.companyId, company };
  if (!('stored' in unlock)) {
    const person = await openOwnKey(client, member, unlock);
    if (!person) throw new SealingError('COMPANY_KEY_REFUSED');
    const key = await openCompanyKey({ ...parties, member: person }, access);
    return { key, personKeyId: toBase64url(person.keyId) };
  }
  if (unlock.stored.epoch !== vault.epoch) throw new SealingError('VAULT_LOCKED');
  const { key } = await client.send(routes.personKey, {});
  if (!key) throw new SealingError('COMPANY_KEY_REFUSED');
  const person = await verifyPersonKey(ownerOf(member), key.key);
  await checkCompanyKey({ ...parties, member: person }, access);
  return { key: unlock.stored.key, personKeyId: toBase64url(person.keyId) };
}

/**
 * Opens the keys of the company that a member acts for. They must be signed and sealed for this member by the company, be the newest of the
 * owner's address in the key log, and be the known ones; the ledger must say that the owner has given them.
 * @throws SealingError KEY_CHANGED if the company has other keys than this device knows, VAULT_LOCKED for another password or keys of another
 * epoch, COMPANY_KEY_REFUSED, BAD_SIGNATURE, KEY_UNPROVEN, TAMPERED, and as `Contacts.auditOwn`; ApiError OWNER_KEYS_REQUIRED
 */
export async function openCompanyKeyring(
  client: Caller,
  member: ActingMember,
  unlock: CompanyUnlock,
  { device, contactsOf, onFirst }: Ports,
): Promise<Keyring> {
  const sent = await sentKeys(client, member);
  const { company, bundle, vault: stored } = sent;
  const known = await knownAs(device, company);
  if (known === 'changed') throw new SealingError('KEY_CHANGED');
  const { key, personKeyId } = await openedKey(client, member, sent, unlock);
  const vault = await resumeVault(company.userId, stored, bundle, key);
  const contacts = contactsOf(vault);
  await contacts.auditOwn();
  if (contacts.ledger.latest.members.get(member.id) !== personKeyId) throw new SealingError('COMPANY_KEY_REFUSED');
  if (known === 'first') {
    onFirst(company);
    await confirmCompany(device, company);
  }
  return { vault, contacts };
}
