import type { StoredKeys } from '@tradepost/contracts/sealed';
import type { Pins } from '@tradepost/sealing/pins';
import type { Vault } from '@tradepost/sealing/vault';
import { create } from 'zustand';
import type { Refusal } from './words';

/** What stands on the screen about keys: one thing at a time. */
export type VaultDialog =
  /** Makes keys, or unlocks them, whichever is needed. */
  | { kind: 'open' }
  /** The recovery key that was just made, held nowhere else; `save` once its owner has it in a safe place. */
  | { kind: 'kit'; code: string; isFirst: boolean; save: () => Promise<void> }
  /** A new recovery key in place of the one before. */
  | { kind: 'renew' };

export interface VaultState {
  state: 'loading' | 'none' | 'locked' | 'open';
  vault: Vault | null;
  pins: Pins | null;
  /** Of the keys the server has; 0 before any. */
  epoch: number;
  stored: StoredKeys | null;
  /** The present password does not open the keys: it was set by a mailed code. */
  needsRecovery: boolean;
  /** The server's keys are not to be used. */
  refused: Refusal | null;
  dialog: VaultDialog | null;
}

export const closedVault: VaultState = {
  state: 'loading',
  vault: null,
  pins: null,
  epoch: 0,
  stored: null,
  needsRecovery: false,
  refused: null,
  dialog: null,
};

/** In memory only. */
export const useVaultStore = create<VaultState>(() => closedVault);
