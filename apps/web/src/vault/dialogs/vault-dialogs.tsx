import { useAuth } from '../../session/auth.store';
import { onDemand } from '../../ui/layout/on-demand';
import { memberOf } from '../company/member';
import type { VaultDialog } from '../vault.store';
import { KitDialog } from './kit-dialog';
import { OpenDialog } from './open-dialog';
import { RenewDialog } from './renew-dialog';
import { RestoreDialog } from './restore-dialog';

const RotateDialog = onDemand(async () => (await import('./rotate-dialog')).RotateDialog);
const RepairDialog = onDemand(async () => (await import('./repair-dialog')).RepairDialog);
const GiveDialog = onDemand(async () => (await import('../sso-key/give-dialog')).GiveDialog);
const CompanyDialog = onDemand(async () => (await import('../company/company-dialog')).CompanyDialog);

/** The dialog about keys that is open. */
export function VaultDialogs({ dialog }: { dialog: VaultDialog }) {
  const isMember = useAuth(({ user }) => memberOf(user) !== null);
  if (dialog.kind === 'kit') return <KitDialog key={dialog.code} {...dialog} />;
  if (dialog.kind === 'renew') return <RenewDialog />;
  if (dialog.kind === 'rotate') return <RotateDialog />;
  if (dialog.kind === 'restore') return <RestoreDialog />;
  if (dialog.kind === 'repair') return <RepairDialog shown={dialog.shown} />;
  if (dialog.kind === 'handover') return <GiveDialog />;
  if (isMember) return <CompanyDialog showsNumber={dialog.kind === 'own-number'} />;
  return <OpenDialog first={(dialog.kind === 'open' && dialog.by) || null} />;
}
