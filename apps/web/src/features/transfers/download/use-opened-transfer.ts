import type { TransferView } from '@tradepost/contracts/requests';
import { useCallback, useRef, useState } from 'react';
import { KeyChanged, type Contact } from '../../../sealing/contacts';
import type { OpenedTransfer } from './sealed-transfer';

export interface OpenedQuery {
  /** Verifies the transfer and opens its grants, once for each set of grants. */
  open: () => Promise<OpenedTransfer>;
  /** Who made the grants. */
  sender: Contact | undefined;
  /** Set when the sender's key has changed. */
  changed: Contact | undefined;
  /** Call it once the person has accepted the changed key. */
  confirmed: () => void;
}

/** Errors that need no message: the person cancelled, or the page shows the changed key. */
export const isQuiet = (error: Error) => error.name === 'AbortError' || error instanceof KeyChanged;

export function useOpenedTransfer(transfer: TransferView): OpenedQuery {
  const [sender, setSender] = useState<Contact>();
  const [changed, setChanged] = useState<Contact>();
  const cache = useRef<{ of: TransferView['grants']; opened: OpenedTransfer }>(null);
  const open = useCallback(async () => {
    if (cache.current?.of === transfer.grants) return cache.current.opened;
    try {
      const { openTransfer } = await import('./sealed-transfer');
      const opened = await openTransfer(transfer);
      cache.current = { of: transfer.grants, opened };
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
