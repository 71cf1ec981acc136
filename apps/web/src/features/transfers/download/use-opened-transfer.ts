import type { FoundContact } from '@tradepost/client/contacts/found-contact';
import type { OpenedTransfer } from '@tradepost/client/transfers/opened-transfer';
import type { TransferView } from '@tradepost/contracts/requests';
import { useCallback, useEffect, useRef, useState } from 'react';
import { KeyChanged } from '../../../sealing/key-changed';
import { useHasKeys } from '../../../vault/has-keys';
import { useVault } from '../../../vault/vault';

/**
 * What is known of the sealed files: only `proven` allows any promise about them. `locked`: the keys must be unlocked first. `closed`: the
 * person has no keys of the company that they act for.
 */
type Proof = { state: 'checking' | 'locked' | 'closed' | 'proven' } | { state: 'refused'; reason: string };

export interface OpenedQuery {
  /** Verifies the transfer and opens its grants, once for each set of grants. */
  open: () => Promise<OpenedTransfer>;
  proof: Proof;
  /** Who made the grants. */
  sender: FoundContact | undefined;
  /** Set when the sender's key has changed. */
  changed: FoundContact | undefined;
  /** Call it once the person has accepted the changed key. */
  confirmed: () => void;
}

/** Errors that need no message: the person cancelled, or the page shows the changed key. */
export const isQuiet = (error: Error) => error.name === 'AbortError' || error instanceof KeyChanged;

const isClosed = (error: unknown) => error instanceof Error && error.name === 'VaultClosed';

/** Opens the transfer as soon as the person's keys are open. @param isSealed whether it has files to prove */
export function useOpenedTransfer(transfer: TransferView, isSealed: boolean): OpenedQuery {
  const { state: vault } = useVault();
  const hasKeys = useHasKeys();
  const [sender, setSender] = useState<FoundContact>();
  const [changed, setChanged] = useState<FoundContact>();
  const [outcome, setOutcome] = useState<{ of: TransferView; proof: Proof }>();
  const running = useRef<{ of: TransferView; opened: Promise<OpenedTransfer> }>(null);
  const open = useCallback(() => {
    if (running.current?.of === transfer) return running.current.opened;
    const opened = import('./fetch/sealed-transfer')
      .then(({ openTransfer }) => openTransfer(transfer))
      .then(
        (result) => {
          setSender(result.sender);
          setChanged(undefined);
          setOutcome({ of: transfer, proof: { state: 'proven' } });
          return result;
        },
        (error: unknown) => {
          running.current = null;
          if (error instanceof KeyChanged) setChanged(error.contact);
          if (!isClosed(error))
            setOutcome({ of: transfer, proof: { state: 'refused', reason: (error as Error).message } });
          throw error;
        },
      );
    running.current = { of: transfer, opened };
    return opened;
  }, [transfer]);
  const mayOpen = hasKeys && isSealed && !transfer.keyLost && vault === 'open' && outcome?.of !== transfer;
  useEffect(() => {
    if (mayOpen) void open().catch(() => undefined);
  }, [mayOpen, open]);
  const waiting: Proof = {
    state: !hasKeys ? 'closed' : vault === 'locked' || vault === 'none' ? 'locked' : 'checking',
  };
  const proof = outcome?.of === transfer ? outcome.proof : waiting;
  return { open, proof, sender, changed, confirmed: () => (setChanged(undefined), setOutcome(undefined)) };
}
