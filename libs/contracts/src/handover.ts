import { command, event } from './define';
import { vaultWrap } from './encryption/sealed';
import { boolean, count, id, object, text, type Message } from './values/fields';
import { current, newRecord } from './identity/password';

/** How long the named co-owner can take the company over. */
export const handoverDays = 7;

/** A company that its owner is handing over to a co-owner, who has not taken it over yet. */
export interface Handover {
  /** Of the owner: the address of the company, which stays, and by which the new owner signs in. */
  email: string;
  to: { id: string; email: string; firstName: string; lastName: string };
  createdAt: string;
  expiresAt: string;
}

/**
 * The account that a company belongs to gets another person: its sign-in passes to a co-owner, while its id, address and keys stay those that
 * partners know. Not for API keys, nor for sessions by single sign-on.
 */
export const handoverCommands = {
  /** For the owner and co-owners; null while the company is not handed over. @throws COMPANY_MISSING */
  handover: command<{ handover: Handover | null }>()('identity.handover', object({})),
  /** Mails the owner a code, which `startHandover` needs. @throws COMPANY_MISSING, TOO_MANY */
  sendHandoverCode: command<Message>()('identity.send-handover-code', object({})),
  /**
   * Names the co-owner who may take the company over within seven days. Only for the owner, with the password and a mailed code.
   * @throws COMPANY_MISSING, PASSWORD_WRONG, OTP_INVALID, NOT_FOUND, HANDOVER_OPEN, HANDOVER_UNFIT, HANDOVER_MEMBERSHIPS, NOT_ALLOWED while
   * the account waits for its deletion
   */
  startHandover: command<{ handover: Handover }>()(
    'identity.start-handover',
    object({
      memberId: id().required(),
      password: current,
      code: text(12).required('Please enter the complete verification code.'),
    }),
  ),
  /** Withdraws it as the owner, or declines it as the named co-owner. @throws COMPANY_MISSING, NOT_FOUND */
  cancelHandover: command<Message>()('identity.cancel-handover', object({})),
  /**
   * Makes the caller the owner, after the present one has named them: `record` is that of the new password of the owner's account, and `wraps` hold the
   * vault key of `epoch` under that password and a new recovery key. Everything that opened the account until now ends: sessions, passkeys,
   * two-step sign-in, API keys, codes, wraps and recovery shares. Mail for the account goes to the caller's address. `password` is the
   * caller's own. `recoverySaved`: the caller has saved the new recovery key.
   * @throws COMPANY_MISSING, PASSWORD_WRONG, NOT_FOUND, KEYS_STALE, HANDOVER_UNFIT, HANDOVER_MEMBERSHIPS, NOT_ALLOWED
   */
  acceptHandover: command<Message & { email: string }>()(
    'identity.accept-handover',
    object({
      password: current,
      record: newRecord.required(),
      epoch: count().min(1).required(),
      wraps: object({ password: vaultWrap().required(), recovery: vaultWrap().required() }).required(),
      recoverySaved: boolean().default(false),
    }),
  ),
};

export type HandoverStage = 'started' | 'cancelled' | 'accepted';

export const handoverEvents = {
  /** `email`: of the owner's account. `toEmail`: of the co-owner. */
  handoverChanged: event<{
    companyId: string;
    companyName: string;
    stage: HandoverStage;
    email: string;
    toId: string;
    toEmail: string;
  }>('evt.identity.handover-changed', { to: ['audit', 'notification'] }),
};
