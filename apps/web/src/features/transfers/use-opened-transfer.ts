import type { TransferView } from '@tradepost/contracts/requests';
import { useCallback, useRef, useState } from 'react';
import { KeyChanged, type Contact } from '../../sealing/contacts';
import type { OpenedTransfer } from './sealed-transfer';

export interface OpenedQuery {
  /** Checks everything and opens the grants, once for each state of the transfer. */
  open: () => Promise<OpenedTransfer>;
  /** Whose grants they were. */
  sender: Contact | undefined;
  /** The sender's key is not the one seen before. */
  changed: Contact | undefined;
  /** The person has accepted it. */
  confirmed: () => void;
}

/** What the page says in another place, or the person did themselves. */
export const isQuiet = (error: Error) => error.name === 'AbortError' || error instanceof KeyChanged;

export function useOpenedTransfer(transfer: TransferView): OpenedQuery {
  const [sender, setSender] = useState<Contact>();
  const [changed, setChanged] = useState<Contact>();
  const kept = useRef<{ of: TransferView['grants']; opened: OpenedTransfer }>(null);
  const open = useCallback(async () => {
    if (kept.current?.of === transfer.grants) return kept.current.opened;
    try {
      const { openTransfer } = await import('./sealed-transfer');
      const opened = await openTransfer(transfer);
      kept.current = { of: transfer.grants, opened };
      setSender(opened.sender);
      setChanged(undefined);
      return opened;
    } catch (error) {
      if (error instanceof KeyChanged) setChanged(error.contact);
      throw error;
    }
  }, [transfer]);
  return { open, sender, changed, confirmed: () => setChanged(undefined) };
}
