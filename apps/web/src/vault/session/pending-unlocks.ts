import { UnreadableEntry, type ShownUnreadable } from '@tradepost/client/ledger/unreadable-entry';
import type { SealingError } from '@tradepost/sealing/errors';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { actingOf, useAuth } from '../../session/auth.store';
import { messageFor, VaultClosed, type Refusal } from '../texts';
import { useVaultStore } from '../vault.store';

const { setState } = useVaultStore;

interface PendingUnlock {
  resolve: (vault: Vault) => void;
  reject: (reason: VaultClosed) => void;
}

/** Callers that wait until the dialog has opened the vault. */
let pendingUnlocks: PendingUnlock[] = [];

/** Opens the dialog. @throws VaultClosed when the person closes it, or when the keys are refused */
export function promptUnlock(): Promise<Vault> {
  setState({ dialog: { kind: 'open' } });
  return new Promise((resolve, reject) => pendingUnlocks.push({ resolve, reject }));
}

function settle(answer: (pending: PendingUnlock) => void) {
  const waiting = pendingUnlocks;
  pendingUnlocks = [];
  waiting.forEach(answer);
}

export const resolvePendingUnlocks = (vault: Vault) => settle(({ resolve }) => resolve(vault));

/** Closes the dialog without opening the vault. */
export function closeDialog() {
  setState({ dialog: null });
  settle(({ reject }) => reject(new VaultClosed()));
}

/** Locks the vault because the keys of the server must not be used. @param unreadable the entry that its owner can remove */
export function refuseKeys(refused: Refusal, unreadable: ShownUnreadable | null = null) {
  setState({ state: 'locked', vault: null, contacts: null, pins: null, refused, unreadable, dialog: null });
  settle(({ reject }) => reject(new VaultClosed(messageFor(refused))));
}

/** As `refuseKeys`, for what a check has found. Only companies have members who could have added an entry. */
export function refuseKeysFor(error: SealingError) {
  if (!useAuth.getState().user?.companyId || !(error instanceof UnreadableEntry)) return refuseKeys(error.problem);
  const { seq, problem } = error;
  refuseKeys('LEDGER_UNREADABLE', { seq, problem });
}

/** What waits for one vault must not get another one. */
useAuth.subscribe((state, before) => {
  if (actingOf(state) !== actingOf(before)) closeDialog();
});
