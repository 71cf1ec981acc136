import type { VaultDialog } from '../vault.store';
import { KitDialog } from './kit-dialog';
import { OpenDialog } from './open-dialog';
import { RenewDialog } from './renew-dialog';
import { RestoreDialog } from './restore-dialog';

/** The dialog about keys that is open. */
export function VaultDialogs({ dialog }: { dialog: VaultDialog }) {
  if (dialog.kind === 'kit') return <KitDialog key={dialog.code} {...dialog} />;
  if (dialog.kind === 'renew') return <RenewDialog />;
  if (dialog.kind === 'restore') return <RestoreDialog />;
  return <OpenDialog />;
}
