import { useQuery } from '@tanstack/react-query';
import type { User } from '@tradepost/contracts/identity';
import { useEffect } from 'react';
import { KitDialog } from './dialogs/kit-dialog';
import { OpenDialog } from './dialogs/open-dialog';
import { RenewDialog } from './dialogs/renew-dialog';
import { settle } from './keeper';
import { keysQuery } from './queries';
import { useVaultStore } from './vault.store';

/** Opens the vault of whoever is signed in, and shows what there is to ask or to say about it. */
export default function VaultHost({ user }: { user: User }) {
  const { data } = useQuery(keysQuery(user.id));
  const dialog = useVaultStore((state) => state.dialog);
  // What the answer is judged by is the person, not each reading of it.
  const { id, email } = user;
  useEffect(() => {
    if (data) void settle({ id, email }, data);
  }, [id, email, data]);

  if (dialog?.kind === 'kit') return <KitDialog key={dialog.code} {...dialog} />;
  if (dialog?.kind === 'renew') return <RenewDialog />;
  return <OpenDialog open={dialog?.kind === 'open'} />;
}
