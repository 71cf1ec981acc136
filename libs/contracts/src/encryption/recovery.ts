import type { ObjectSchema } from 'yup';
import { command, event } from '../define';
import { current } from '../identity/password';
import { array, chosenId, count, id, number, object, text, type Message } from '../values/fields';
import {
  binary,
  personKeyWrap,
  publicPersonKey,
  vaultWrap,
  type PublicBundle,
  type PublicPersonKey,
  type WrappedPersonKey,
} from './sealed';

/** As the format of sets has them. */
const fewestShares = 2;
export const mostShares = 8;

/** How long members can approve a recovery, in days. */
export const recoveryDays = 3;

/** One share of a recovery secret, as its owner states it. `hash`: of the share. */
export interface RecoveryShare {
  memberId: string;
  address: string;
  memberKeyId: string;
  hash: string;
}

/** Who holds shares of the recovery secret of a company, and how many open its vault. The company's keys of `epoch` sign it. */
export interface RecoverySet {
  setId: string;
  epoch: number;
  createdAt: string;
  threshold: number;
  shares: RecoveryShare[];
  sig: string;
}

const recoverySet: ObjectSchema<RecoverySet> = object({
  setId: id().required(),
  epoch: count().min(1).required(),
  createdAt: text(40).required(),
  threshold: number().integer().min(fewestShares).max(mostShares).required(),
  shares: array(
    object({
      memberId: id().required(),
      address: text(320).required(),
      memberKeyId: binary(32).required(),
      hash: binary(32).required(),
    }).required(),
  )
    .min(fewestShares, `At least ${fewestShares} shares`)
    .max(mostShares, `At most ${mostShares} shares`)
    .required(),
  sig: binary(64).required(),
});

/** HPKE's `enc[65] | share[33] | tag[16]`. */
const sealedShare = () => binary(114);

/** The owner of a company has lost what opens its vault, and asks the members who hold shares. */
export interface RecoveryRequest {
  requestId: string;
  /** A fresh key of the owner, to which members seal their shares again. */
  key: PublicPersonKey;
  /** The private part of `key`, which the owner's password opens; null for members. */
  wrap: string | null;
  expiresAt: string;
  /** Ids of the members who have approved it. */
  approvedBy: string[];
}

/** The recovery of a company, for its owner and those who hold a share. */
export interface RecoveryState {
  companyId: string;
  owner: { userId: string; email: string };
  /** The present keys of the company; null before there are any. */
  bundle: PublicBundle | null;
  /** Null without a set for the present keys, and for members who hold no share of it. */
  set: RecoverySet | null;
  /** The caller's own share; null for the owner, and if the caller's key is another one by now. */
  share: string | null;
  /** Ids of members with a share that can no longer be used: they have left or another key, or are suspended. */
  lost: string[];
  request: RecoveryRequest | null;
}

/** What the owner opens with the fresh key, once enough members have approved. */
export interface ApprovedRecovery {
  set: RecoverySet;
  key: WrappedPersonKey;
  /** The vault key under the recovery secret. */
  wrap: string;
  approvals: { memberId: string; sealed: string }[];
}

const request = { id: id().required() };

/** Recovery of a company’s vault by shares that members hold. The server can open none of them. */
export const recoveryCommands = {
  /** @throws COMPANY_MISSING */
  recovery: command<RecoveryState>()('identity.recovery', object({})),
  /**
   * Stores a set of shares in place of the former one, which ends, with its request. `sealed` has one share for each of the set, in its order. Only
   * for the owner. @throws COMPANY_MISSING, KEYS_STALE, RECOVERY_INVALID, PASSWORD_WRONG, TOO_MANY
   */
  saveRecovery: command<Message>()(
    'identity.save-recovery',
    object({
      set: recoverySet.required(),
      sealed: array(sealedShare().required()).max(mostShares, `At most ${mostShares} shares`).required(),
      wrap: vaultWrap().required(),
      password: current,
    }),
  ),
  /** Ends the set of shares, with its request: nothing brings it back. Only for the owner. @throws COMPANY_MISSING, NOT_FOUND, PASSWORD_WRONG, KEYS_STALE */
  endRecovery: command<Message>()('identity.end-recovery', object({ password: current })),
  /**
   * Asks the members who hold shares to approve, for three days. Only for the owner; the password opens the fresh `key`.
   * @throws COMPANY_MISSING, NOT_FOUND without a set, KEYS_STALE for another set, KEY_UNPROVEN, RECOVERY_PENDING, PASSWORD_WRONG, TOO_MANY
   */
  startRecovery: command<Message>()(
    'identity.start-recovery',
    object({
      requestId: chosenId().required(),
      setId: id().required(),
      key: publicPersonKey.required(),
      wrap: personKeyWrap().required(),
      password: current,
    }),
  ),
  /** Gives the caller’s share, sealed to the fresh key of this request. A repeat replaces it. @throws COMPANY_MISSING, NOT_FOUND, PASSWORD_WRONG, KEYS_STALE */
  approveRecovery: command<Message>()(
    'identity.approve-recovery',
    object({ ...request, sealed: sealedShare().required(), password: current }),
  ),
  /** Stops a recovery: the owner, or any member who holds a share. @throws COMPANY_MISSING, NOT_FOUND */
  stopRecovery: command<Message>()('identity.stop-recovery', object(request)),
  /** Only for the owner. @throws COMPANY_MISSING, NOT_FOUND, RECOVERY_INCOMPLETE */
  approvedRecovery: command<ApprovedRecovery>()('identity.approved-recovery', object(request)),
  /**
   * Stores the wrap of the vault for the present password, and ends the set of shares: the owner makes a new one. Only for the owner.
   * @throws COMPANY_MISSING, NOT_FOUND, KEYS_STALE, RECOVERY_INCOMPLETE, PASSWORD_WRONG
   */
  finishRecovery: command<Message>()(
    'identity.finish-recovery',
    object({ ...request, epoch: count().min(1).required(), wrap: vaultWrap().required(), password: current }),
  ),
};

/** What happened to the recovery of a company. */
export const recoverySteps = ['made', 'ended', 'started', 'approved', 'stopped', 'finished'] as const;
export type RecoveryStep = (typeof recoverySteps)[number];

export const recoveryEvents = {
  /** `holders` and `threshold`: of the set. `memberIds`: who is notified with the owner. */
  recoveryChanged: event<{
    companyId: string;
    companyName: string;
    step: RecoveryStep;
    holders: number;
    threshold: number;
    memberIds: string[];
  }>('evt.identity.recovery-changed', { to: ['audit', 'notification'] }),
};
