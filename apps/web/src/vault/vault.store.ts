import type { Contacts } from '@tradepost/client/contacts/contacts';
import type { ShownUnreadable } from '@tradepost/client/ledger/unreadable-entry';
import type { StoredKeys } from '@tradepost/contracts/encryption/sealed';
import type { Pins } from '@tradepost/sealing/keys/pins';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { create } from 'zustand';
import type { Refusal } from './texts';

/** The dialog about keys that is open: one at a time. */
export type VaultDialog =
  /** Creates keys, or unlocks them, as needed; with `by`, by shares of members. For a member, the keys of the company. */
  | { kind: 'open'; by?: 'members' }
  /** The new recovery key, stored nowhere else; `save` once its owner has saved it: only then are `new-keys` created. */
  | {
      kind: 'kit';
      code: string;
      reason: 'first-keys' | 'renewal' | 'new-keys' | 'member-key';
      save: () => Promise<void>;
    }
  /** Replaces all keys by new ones, which carry the present ones. */
  | { kind: 'rotate' }
  /** Replaces the recovery key. */
  | { kind: 'renew' }
  /** Shows the number of the person's own key, which the owner of a company compares. */
  | { kind: 'own-number' }
  /** Gives the own key of a person without a password to another device of theirs. */
  | { kind: 'handover' }
  /** Accepts an older ledger after a restore from backup. */
  | { kind: 'restore' }
  /** Removes the entries of the company's ledger that cannot be read, from this one on. */
  | { kind: 'repair'; shown: ShownUnreadable };

export interface VaultState {
  state: 'loading' | 'none' | 'locked' | 'open';
  vault: Vault | null;
  contacts: Contacts | null;
  /** Of the contacts, as last read. */
  pins: Pins | null;
  /** Of the keys the server has; 0 before any. */
  epoch: number;
  stored: StoredKeys | null;
  /** The current password does not open the keys: it was reset by email. */
  needsRecovery: boolean;
  /** Why the server's keys must not be used. */
  refused: Refusal | null;
  /** The first entry of the company's ledger that cannot be read, if that is why. */
  unreadable: ShownUnreadable | null;
  dialog: VaultDialog | null;
  /** The recovery key of the keys made at sign-up, until its owner has seen it: after the first sealed upload, or when asking for it. */
  unseenKit: Extract<VaultDialog, { kind: 'kit' }> | null;
}

export const closedVault: VaultState = {
  state: 'loading',
  vault: null,
  contacts: null,
  pins: null,
  epoch: 0,
  stored: null,
  needsRecovery: false,
  refused: null,
  unreadable: null,
  dialog: null,
  unseenKit: null,
};

/** In memory only. */
export const useVaultStore = create<VaultState>(() => closedVault);
