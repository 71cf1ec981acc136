import { command, event, internal } from '../define';
import {
  companyKey,
  publicBundle,
  rotatedVault,
  sealedVault,
  vaultWrap,
  wrapKinds,
  type ContactKeys,
  type Kdf,
  type PublicBundle,
  type StoredKeys,
} from '../encryption/sealed';
import { array, boolean, count, id, object, string, type Message } from '../values/fields';
import type { Company } from './company';
import { addressOfAccount, current } from './password';

/** Most members who get new keys of a company in one call. */
const maxKeyedMembers = 1_000;

/** A user's encryption keys. The server cannot open the private keys that it stores. */
export const keyCommands = {
  /** For programs of earlier versions, which send a key derived from the password. The answer for an address never changes. */
  prelogin: command<Kdf>()('identity.prelogin', object({ email: addressOfAccount })),
  /** Before keys exist, `epoch` is 0 and `keys` is null. */
  keys: command<{ epoch: number; keys: StoredKeys | null }>()('identity.keys', object({})),
  /**
   * Stores the first keys, or replaces keys that can no longer be opened. Their epoch is the current epoch plus one.
   * @throws PASSWORD_WRONG, KEY_UNPROVEN, KEYS_STALE, TOO_MANY
   */
  createKeys: command<{ epoch: number; keys: StoredKeys }>()(
    'identity.create-keys',
    object({
      bundle: publicBundle.required(),
      vault: sealedVault.required(),
      password: current,
    }),
  ),
  /**
   * Replaces the keys by those of the next epoch, which carry the former ones: what was sealed before stays readable. `ledgerSize`: entries
   * of the present ledger, which the new one continues. `members`: those who get the new keys of the caller's company; all others lose them.
   * Ends the caller's other sessions, and those of members who had the keys, because they know the former ones.
   * @throws PASSWORD_WRONG, KEY_UNPROVEN, KEYS_STALE, COMPANY_KEY_INVALID, TOO_MANY
   */
  rotateKeys: command<{ epoch: number; keys: StoredKeys }>()(
    'identity.rotate-keys',
    object({
      bundle: publicBundle.required(),
      vault: rotatedVault.required(),
      ledgerSize: count().required(),
      members: array(companyKey.shape({ id: id().required() }).required())
        .max(maxKeyedMembers, `At most ${maxKeyedMembers} members`)
        .required(),
      password: current,
    }),
  ),
  /**
   * Replaces the current bundle by one that states the owner's address. Keys, epoch and time stay the same.
   * @throws KEY_UNPROVEN, KEYS_STALE, TOO_MANY
   */
  restateKeys: command<{ bundle: PublicBundle }>()(
    'identity.restate-keys',
    object({ bundle: publicBundle.required() }),
  ),
  /** Stores a new wrap of the vault: for the password after a reset, or for a new recovery key. @throws PASSWORD_WRONG, KEYS_STALE */
  rewrapVault: command<Message>()(
    'identity.rewrap-vault',
    object({
      epoch: count().required(),
      kind: string().oneOf(wrapKinds).required(),
      wrap: vaultWrap().required(),
      password: current,
    }),
  ),
  /** Records that the owner has saved the recovery key of this epoch. @throws KEYS_STALE */
  confirmRecovery: command<Message>()('identity.confirm-recovery', object({ epoch: count().required() })),
  /** Public keys of the users that the caller has an accepted invitation with, in either direction. */
  contactKeys: command<ContactKeys[]>()('identity.contact-keys', object({})),
  /** Sets whether the company accepts only end-to-end encrypted uploads. */
  requireSealing: command<{ company: Company }>()(
    'identity.require-sealing',
    object({ required: boolean().required() }),
  ),
  /** `former`: ids of keys of earlier epochs that the user's vault still opens. */
  bundleOf: internal<{ email: string; bundle: PublicBundle | null; former?: string[] }>()(
    'identity.bundle-of',
    object({ userId: id().required() }),
  ),
};

export const keyEvents = {
  /** A user published keys that can receive grants. `keyId`: SHA-256, base64url; `changed`: they replace earlier keys; `former`: ids of those that they carry. */
  keysPublished: event<{
    userId: string;
    email: string;
    companyId: string | null;
    companyName: string | null;
    epoch: number;
    keyId: string;
    changed: boolean;
    former?: string[];
  }>('evt.identity.keys-published', {
    to: ['audit', 'requests'],
    settle: ['requests'],
  }),
  vaultRewrapped: event<{ userId: string; email: string; kind: (typeof wrapKinds)[number] }>(
    'evt.identity.vault-rewrapped',
    { to: ['audit'] },
  ),
  sealingRequired: event<{ userId: string; email: string; companyId: string; companyName: string; required: boolean }>(
    'evt.identity.sealing-required',
    {
      to: ['audit', 'storage'],
      settle: ['storage'],
    },
  ),
};
