import { command, event } from '../define';
import { ledgerEntries, ledgerFrom, type LedgerPart } from './ledger';
import {
  companyKey,
  personKeyWrap,
  publicPersonKey,
  type CompanyKey,
  type PublicBundle,
  type PublicPersonKey,
  type StoredPersonKey,
} from './sealed';
import { count, id, object, type Message } from '../values/fields';
import { current } from '../identity/password';

/** The keys of a company as a member gets them, who has been given them. They are those of the owner's account. */
export interface CompanyKeys {
  companyId: string;
  owner: { userId: string; email: string };
  bundle: PublicBundle;
  /** The private keys, under the vault key that `access` seals. */
  vault: { epoch: number; hpkePrivate: string; signPrivate: string };
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

/** Keys of companies for their members. The server can open none of them. */
export const companyKeyCommands = {
  /** The caller's own key, to which companies seal their keys. Null before there is one. */
  personKey: command<{ key: StoredPersonKey | null }>()('identity.person-key', object({})),
  /**
   * Stores the caller's own key in place of the former one, if there is one: companies have to give their keys again.
   * @throws PASSWORD_WRONG, KEY_UNPROVEN, KEYS_STALE
   */
  createPersonKey: command<{ key: StoredPersonKey }>()(
    'identity.create-person-key',
    object({ key: publicPersonKey.required(), wrap: personKeyWrap().required(), password: current }),
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
  /** The keys of the company that the caller acts for as a member. @throws COMPANY_MISSING, or OWNER_KEYS_REQUIRED unless its owner has given them */
  companyKeys: command<CompanyKeys>()('identity.company-keys', object({})),
  /** As `ledger`, of the company that the caller acts for as a member. @throws KEYS_STALE, COMPANY_MISSING, OWNER_KEYS_REQUIRED */
  companyLedger: command<LedgerPart>()('identity.company-ledger', ledgerFrom),
  /** As `appendLedger`, for the company that the caller acts for as a member. @throws KEYS_STALE, COMPANY_MISSING, OWNER_KEYS_REQUIRED, TOO_MANY */
  appendCompanyLedger: command<{ size: number }>()('identity.append-company-ledger', ledgerEntries),
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
};
