import { VaultClosed, requireKeyring } from '../../../vault/vault';
import { useVaultStore } from '../../../vault/vault.store';

const { getState, setState } = useVaultStore;

/** Offers new company keys, once the present ones are open. */
export async function offerNewKeys(): Promise<void> {
  try {
    await requireKeyring();
    setState({ dialog: { kind: 'rotate' } });
  } catch (error) {
    // the person has closed the dialog that asks for the password
    if (!(error instanceof VaultClosed)) throw error;
  }
}

/** After the keys of the company were taken from a member; where they are locked, the owner offers them from the list. */
export function offerNewKeysAfter({ hasKeys }: { hasKeys: boolean }): void {
  if (hasKeys && getState().state === 'open') setState({ dialog: { kind: 'rotate' } });
}
