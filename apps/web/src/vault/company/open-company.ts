import {
  confirmCompany,
  knownAs,
  openCompanyKeyring,
  shownCompany,
  type ActingMember,
  type CompanyUnlock,
} from '@tradepost/client/company/company-keyring';
import { releaseProof } from '@tradepost/client/keys/passwords';
import { equalBytes } from '@tradepost/sealing/crypto/bytes';
import type { PersonUnlock } from '@tradepost/sealing/keys/person-key';
import { SealingError } from '@tradepost/sealing/errors';
import type { Contact, VerifiedBundle } from '@tradepost/sealing/keys/bundle';
import { failedWith } from '../../api/failed-with';
import { send } from '../../api/send';
import { deviceOf, forgetKey, readKey } from '../device';
import { contactsOn } from '../key-log/logged-contacts';
import { keysOfOwnPassword } from '../password/password';
import { forgetPasswordKeys, passwordKeysOf } from '../password-keys';
import { putToUse } from '../session/activate';
import { forgetOwnUnlock, ownUnlockOf } from '../sso-key/opened';
import { refuseKeysFor } from '../session/pending-unlocks';
import { runExclusive } from '../session/run-exclusive';
import { problemOf, VaultClosed } from '../texts';
import { closedVault, useVaultStore } from '../vault.store';
import { actingMember, isInUse, nameOf } from './member';

const { getState, setState } = useVaultStore;

const isSame = (one: VerifiedBundle, other: VerifiedBundle) => equalBytes(one.keyId, other.keyId);

/** @throws VaultClosed for who acts for their own account */
function requireMember(): ActingMember {
  const member = actingMember();
  if (!member) throw new VaultClosed();
  return member;
}

/** @param compared the company's keys as the person has compared them, now or earlier @throws as `openCompanyKeyring` */
async function open(member: ActingMember, unlock: CompanyUnlock, compared: Contact): Promise<void> {
  const name = nameOf(member);
  const device = deviceOf(name);
  const { vault, contacts } = await openCompanyKeyring({ send }, member, unlock, {
    device,
    contactsOf: (opened) => contactsOn(device, opened, { memberId: member.id }),
    onFirst: (shown) => {
      if (!isSame(shown, compared)) throw new SealingError('KEY_CHANGED');
    },
  });
  if (!isSame(vault.own, compared)) throw new SealingError('KEY_CHANGED');
  const { pins } = contacts.ledger.latest;
  await putToUse(name, { vault, contacts, pins, epoch: vault.epoch, stored: null });
}

/** Opens the known keys with what is on this device or was just typed. @returns false if neither opens them */
async function opensByItself(member: ActingMember, company: Contact): Promise<boolean> {
  const stored = await readKey(nameOf(member));
  if (stored?.epoch === company.epoch) {
    await open(member, { stored }, company);
    return true;
  }
  const typed = passwordKeysOf(member.email) ?? ownUnlockOf(member.id);
  if (!typed) return false;
  try {
    await open(member, typed, company);
    return true;
  } catch (error) {
    // the password was reset: its person makes another key of their own
    if (problemOf(error) !== 'VAULT_LOCKED') throw error;
    forgetPasswordKeys();
    forgetOwnUnlock();
    return false;
  }
}

async function reconcileNow(member: ActingMember): Promise<void> {
  const name = nameOf(member);
  const company = await shownCompany({ send }, member);
  if (!isInUse(name)) return;
  const { vault, contacts, dialog } = getState();
  if (vault && contacts && isSame(vault.own, company)) {
    const { pins } = await contacts.ledger.load();
    return setState({ pins });
  }
  if ((await knownAs(deviceOf(name), company)) === 'same' && (await opensByItself(member, company))) return;
  if (isInUse(name)) setState({ ...closedVault, state: 'locked', epoch: company.epoch, dialog });
}

/** The owner has given no keys, or has taken them back. */
async function closeCompany(member: ActingMember): Promise<void> {
  const name = nameOf(member);
  await forgetKey(name);
  forgetPasswordKeys();
  if (isInUse(name)) setState({ ...closedVault, state: 'none', dialog: getState().dialog });
}

/** Brings the vault in line with what the member has of the company: opens its keys, locks them, or refuses them. @throws ApiError */
export const reconcileCompany = (member: ActingMember): Promise<void> =>
  runExclusive(async () => {
    if (!isInUse(nameOf(member))) return;
    try {
      await reconcileNow(member);
    } catch (error) {
      if (failedWith(error, 'OWNER_KEYS_REQUIRED')) return closeCompany(member);
      if (!(error instanceof SealingError)) throw error;
      refuseKeysFor(error);
    }
  });

/** The keys of a company as the server shows them, and whether this device knows them. */
export interface ShownCompany {
  company: Contact;
  known: 'first' | 'same' | 'changed';
}

/** What the person compares before the keys are used for the first time. @throws SealingError, ApiError */
export async function companyToCompare(): Promise<ShownCompany> {
  const member = requireMember();
  const company = await shownCompany({ send }, member);
  return { company, known: await knownAs(deviceOf(nameOf(member)), company) };
}

/** For the member who has asked for it: the person may act for another company by the time it is done. */
const unlockFor = (member: ActingMember, unlock: PersonUnlock, { company, known }: ShownCompany): Promise<void> =>
  runExclusive(async () => {
    if (known === 'changed') await confirmCompany(deviceOf(nameOf(member)), company);
    await open(member, unlock, company);
  });

/**
 * Opens the keys of the company by the password, as `unlockCompanyWith`.
 * @throws ApiError PASSWORD_WRONG; SealingError VAULT_LOCKED if the password was reset since the person's key was made
 */
export async function unlockCompany(password: string, shown: ShownCompany): Promise<void> {
  const member = requireMember();
  const keys = await keysOfOwnPassword(password);
  await releaseProof({ send }, keys);
  await unlockFor(member, keys, shown);
}

/** Opens the keys of the company, after the person has compared them where the device does not know them. @throws SealingError as `openCompanyKeyring` */
export const unlockCompanyWith = async (unlock: PersonUnlock, shown: ShownCompany): Promise<void> =>
  unlockFor(requireMember(), unlock, shown);
