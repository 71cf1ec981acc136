import { endShares, ownRecovery, requireNewest, splitAmong } from '@tradepost/client/recovery/shares';
import type { RecoveryState } from '@tradepost/contracts/encryption/recovery';
import type { VerifiedPersonKey } from '@tradepost/sealing/keys/person-key';
import { send } from '../../api/send';
import { keysOfOwnPassword } from '../password/password';
import { requireKeyring } from '../pins';
import { runExclusive } from '../session/run-exclusive';
import { problemOf } from '../texts';
import { useVaultStore } from '../vault.store';
import { requireCompany } from './owner';

const { getState } = useVaultStore;

/** The set of shares of the owner's company, which the company's keys have signed. */
export interface OwnShares {
  sent: RecoveryState & { set: NonNullable<RecoveryState['set']> };
  /** Whether it is the newest one of the owner's record; null while the record is locked. */
  isRecorded: boolean | null;
}

/** @returns null without a set @throws SealingError as `ownRecovery`; ApiError */
export async function ownShares(): Promise<OwnShares | null> {
  const { user, companyId } = requireCompany();
  const shown = await ownRecovery({ send }, user, companyId);
  if (!shown?.sent.set) return null;
  const sent = { ...shown.sent, set: shown.sent.set };
  const { vault, contacts } = getState();
  if (!vault || !contacts) return { sent, isRecorded: null };
  try {
    await requireNewest({ vault, contacts }, shown.set);
    return { sent, isRecorded: true };
  } catch (error) {
    if (problemOf(error) !== 'RECOVERY_REFUSED') throw error;
    return { sent, isRecorded: false };
  }
}

export interface NewShares {
  /** Keys of members, after the owner has compared their numbers. */
  holders: readonly VerifiedPersonKey[];
  threshold: number;
  password: string;
}

/** Gives shares to members, in place of earlier ones. @throws VaultClosed; SealingError and ApiError as `splitAmong` */
export async function giveShares({ holders, threshold, password }: NewShares): Promise<void> {
  const { companyId } = requireCompany();
  const keyring = await requireKeyring();
  const keys = await keysOfOwnPassword(password);
  await runExclusive(() => splitAmong({ send }, keyring, companyId, { holders, threshold }, keys));
}

/** Ends the shares. With locked keys, the record still names them. @throws ApiError PASSWORD_WRONG */
export async function endOwnShares(password: string): Promise<void> {
  const { vault, contacts } = getState();
  const keys = await keysOfOwnPassword(password);
  await runExclusive(() => endShares({ send }, vault && contacts && { vault, contacts }, keys));
}
