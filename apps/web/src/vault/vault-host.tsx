import { useQuery } from '@tanstack/react-query';
import type { User } from '@tradepost/contracts/identity';
import { lazy, Suspense, useEffect } from 'react';
import { withAllStyles } from '../ui/layout/all-styles';
import { reconcile } from './session/reconcile';
import { keysQuery } from './queries';
import { useVaultStore } from './vault.store';

const VaultDialogs = lazy(async () => ({
  default: (await withAllStyles(import('./dialogs/vault-dialogs'))).VaultDialogs,
}));

/** Opens the vault of the signed-in person and shows its dialogs. */
export default function VaultHost({ user }: { user: User }) {
  const { data } = useQuery(keysQuery(user.id));
  const dialog = useVaultStore((state) => state.dialog);
  // A new `user` object of the same person must not reconcile again.
  const { id, email } = user;
  useEffect(() => {
    if (data) void reconcile({ id, email }, data);
  }, [id, email, data]);

  return (
    dialog && (
      <Suspense>
        <VaultDialogs dialog={dialog} />
      </Suspense>
    )
  );
}
