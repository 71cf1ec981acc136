import { verifyKeys, type SentKeys } from '@tradepost/client/contacts/verified-keys';
import {
  fingerprint,
  isContact,
  type Contact as StatedKeys,
  type VerifiedBundle,
} from '@tradepost/sealing/keys/bundle';
import { pinBefore, type Standing } from '@tradepost/sealing/keys/pins';
import { errorMessage, problemOf } from '../vault/texts';
import { checkContact, pinContact, requireContacts, requireLedger } from '../vault/vault';
import { Refusal, withRefusal } from './refusals';

/** A contact's verified keys, and how they compare with the pinned ones. */
export interface Contact {
  keys: VerifiedBundle;
  state: Standing;
  /** 40 digits, for people to compare. */
  fingerprint: string;
  /** Of the pinned keys, when they have changed. */
  before?: string;
}

const unverified = (who: string) =>
  `The keys that the server sent for ${who} are not verified, so they are not used. Please contact your administrator.`;

/** Requires that the log of keys holds the keys of a first contact. @throws Refusal */
async function requireLogged(keys: VerifiedBundle, who: string): Promise<void> {
  try {
    await (await requireContacts()).requireLogged(keys);
  } catch (error) {
    if (!problemOf(error)) throw error;
    throw new Refusal(`The keys of ${who} are not used: ${errorMessage(error)} Nothing was opened or shared.`);
  }
}

/** @param who name to show @throws Refusal when the keys cannot be verified, or a first contact's are not in the log; VaultClosed */
export async function findContact(sent: SentKeys, who: string): Promise<Contact> {
  const keys = await withRefusal(unverified(who), () => verifyKeys(sent));
  const state = await checkContact(keys);
  if (state === 'first' && !isContact(keys))
    throw new Refusal(`${who} has to sign in once before you can exchange files. Nothing was opened or shared.`);
  // a person confirms changed keys: `pinContact` demands the proof
  if (state !== 'changed') await requireLogged(keys, who);
  const before = state === 'changed' ? pinBefore((await requireLedger()).latest.pins, keys) : undefined;
  return { keys, state, fingerprint: fingerprint(keys), ...(before && { before: fingerprint({ keyId: before }) }) };
}

/** Pins a contact that is not known with its address yet. Call it after its keys were used with success. */
export async function rememberContact({ keys }: Contact): Promise<void> {
  if (isContact(keys)) await pinContact(keys, 'first');
}

/** Keys that state their owner's address. @throws Refusal for others */
export function statedKeys(keys: VerifiedBundle, who: string): StatedKeys {
  if (!isContact(keys)) throw new Refusal(unverified(who));
  return keys;
}

/** A contact's keys differ from the pinned ones: nothing is sealed or opened until the person confirms the new keys. */
export class KeyChanged extends Error {
  override readonly name = 'KeyChanged';

  constructor(
    readonly contact: Contact,
    who: string,
  ) {
    super(`${who}’s security number changed.`);
  }
}
