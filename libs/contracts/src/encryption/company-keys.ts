import { command, event } from '../define';
import { ledgerEnd, ledgerEntries, ledgerFrom, type LedgerPart } from './ledger';
import {
  binary,
  companyKey,
  personKeyWrap,
  publicPersonKey,
  type CompanyKey,
  type PublicBundle,
  type PublicPersonKey,
  type StoredPersonKey,
  type WrappedPersonKey,
} from './sealed';
import { count, id, object, type Message } from '../values/fields';
import { current } from '../identity/password';

/** The keys of a company as a member gets them, who has been given them. They are those of the owner's account. */
export interface CompanyKeys {
  companyId: string;
  owner: { userId: string; email: string };
  bundle: PublicBundle;
  /** The private keys, and the keys of earlier epochs, under the vault key that `access` seals. */
  vault: { epoch: number; hpkePrivate: string; signPrivate: string; former?: string | undefined };
  access: CompanyKey;
}

/** What the owner compares before a member gets the keys. */
export interface MemberKey {
  userId: string;
  email: string;
  /** Null before the person has created one. */
  key: PublicPersonKey | null;
}

const member = { id: id().required() };

/** Of WebAuthn. Credentials have up to 255 bytes in practice; addresses of calls have room for 375. */
const credentialId = () => binary(1, 375);

/** Keys of companies for their members. The server can open none of them. */
export const companyKeyCommands = {
  /** The caller's own key, to which companies seal their keys. Null before there is one. */
  personKey: command<{ key: StoredPersonKey | null }>()('identity.person-key', object({})),
  /**
   * Stores the caller's own key in place of the former one, if there is one: companies have to give their keys again.
   * @throws PASSWORD_WRONG, KEY_UNPROVEN, KEYS_STALE
   */
  createPersonKey: command<{ key: WrappedPersonKey }>()(
    'identity.create-person-key',
    object({ key: publicPersonKey.required(), wrap: personKeyWrap().required(), password: current }),
  ),
  /**
   * As `createPersonKey`, in a session by single sign-on of an account without a password: `wrap` is under the key of a recovery key.
   * @throws NOT_ALLOWED in another session, PASSWORD_SIGN_IN_REQUIRED, KEY_UNPROVEN
   */
  createSsoPersonKey: command<{ key: StoredPersonKey }>()(
    'identity.create-sso-person-key',
    object({ key: publicPersonKey.required(), wrap: personKeyWrap().required() }),
  ),
  /**
   * The passkey with this credential opens the key, too; nothing signs in with it. `hpkePublic` names the key that was wrapped.
   * @throws NOT_ALLOWED in another session, NOT_FOUND without a key, PASSWORD_SIGN_IN_REQUIRED if only the password opens it, KEYS_STALE for another key, PASSKEYS_FULL
   */
  addPersonKeyPasskey: command<{ key: StoredPersonKey }>()(
    'identity.add-person-key-passkey',
    object({ id: credentialId().required(), hpkePublic: binary(65).required(), wrap: personKeyWrap().required() }),
  ),
  /** @throws NOT_ALLOWED, NOT_FOUND and PASSWORD_SIGN_IN_REQUIRED as `addPersonKeyPasskey` */
  removePersonKeyPasskey: command<Message>()(
    'identity.remove-person-key-passkey',
    object({ id: credentialId().required() }),
  ),
  /** The key of a member, to compare and to seal the company’s keys to. Only for the owner. @throws NOT_FOUND, COMPANY_MISSING */
  memberKey: command<MemberKey>()('identity.member-key', object(member)),
  /**
   * Gives a member the keys of the company. `epoch` and the signature are those of the owner’s present keys, `memberKeyId` names the
   * member’s present key. A repeat replaces what was given. Only for the owner.
   * @throws NOT_FOUND, COMPANY_MISSING, ROLE_WITHOUT_KEYS, KEYS_STALE, COMPANY_KEY_INVALID, PASSWORD_WRONG
   */
  giveCompanyKey: command<Message>()(
    'identity.give-company-key',
    companyKey.shape({ ...member, epoch: count().min(1).required(), password: current }),
  ),
  /** Takes the keys of the company from a member, who stays one. Only for the owner. @throws NOT_FOUND, COMPANY_MISSING */
  endCompanyKey: command<Message>()('identity.end-company-key', object(member)),
  /**
   * The keys of the company that the caller acts for as a member.
   * @throws COMPANY_MISSING, OWNER_KEYS_REQUIRED unless its owner has given them
   */
  companyKeys: command<CompanyKeys>()('identity.company-keys', object({})),
  /** As `ledger`, of the company that the caller acts for as a member. @throws KEYS_STALE, COMPANY_MISSING, OWNER_KEYS_REQUIRED */
  companyLedger: command<LedgerPart>()('identity.company-ledger', ledgerFrom),
  /** As `appendLedger`, for the company that the caller acts for as a member; only the owner starts a ledger. @throws KEYS_STALE, COMPANY_MISSING, OWNER_KEYS_REQUIRED, TOO_MANY */
  appendCompanyLedger: command<{ size: number }>()('identity.append-company-ledger', ledgerEntries),
  /**
   * Removes the newest entries of the company’s ledger, from number `from` on, which no client can read. `size`: number of all entries. Only for
   * the owner. @throws COMPANY_MISSING, PASSWORD_WRONG, KEYS_STALE for another epoch or size
   */
  removeLedgerEntries: command<Message>()('identity.remove-ledger-entries', ledgerEnd),
};

export const companyKeyEvents = {
  /** A member got the keys of the company, or they were taken. Also when the member has a new key, or the company has. */
  companyKeyChanged: event<{
    companyId: string;
    companyName: string;
    userId: string;
    email: string;
    given: boolean;
  }>('evt.identity.company-key-changed', { to: ['audit'] }),
  /** The owner has removed the newest entries of the company’s ledger, from number `from` on. */
  ledgerEntriesRemoved: event<{ companyId: string; companyName: string; from: number; count: number }>(
    'evt.identity.ledger-entries-removed',
    { to: ['audit'] },
  ),
};
