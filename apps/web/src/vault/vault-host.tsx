import { useQuery } from '@tanstack/react-query';
import type { User } from '@tradepost/contracts/identity';
import { useEffect } from 'react';
import { KitDialog } from './dialogs/kit-dialog';
import { OpenDialog } from './dialogs/open-dialog';
import { RenewDialog } from './dialogs/renew-dialog';
import { RestoreDialog } from './dialogs/restore-dialog';
import { reconcile } from './session/reconcile';
import { keysQuery } from './queries';
import { useVaultStore } from './vault.store';

/** Opens the vault of the signed-in person and shows its dialogs. */
export default function VaultHost({ user }: { user: User }) {
  const { data } = useQuery(keysQuery(user.id));
  const dialog = useVaultStore((state) => state.dialog);
  // A new `user` object of the same person must not reconcile again.
  const { id, email } = user;
  useEffect(() => {
    if (data) void reconcile({ id, email }, data);
  }, [id, email, data]);

  if (dialog?.kind === 'kit') return <KitDialog key={dialog.code} {...dialog} />;
  if (dialog?.kind === 'renew') return <RenewDialog />;
  if (dialog?.kind === 'restore') return <RestoreDialog />;
  return <OpenDialog open={dialog?.kind === 'open'} />;
}
