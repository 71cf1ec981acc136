import { lazy, Suspense } from 'react';
import { useAuth } from '../session/auth.store';

const VaultHost = lazy(() => import('../vault/vault-host'));

/** The vault of the signed-in person after onboarding; admins have no files. */
export function OwnVault() {
  const { user, isAuthenticated } = useAuth();
  if (!isAuthenticated || !user || user.userType === 'admin' || user.companyId === null) return null;
  return (
    <Suspense>
      <VaultHost user={user} />
    </Suspense>
  );
}
