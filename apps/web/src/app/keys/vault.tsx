import { useAuth } from '../../session/auth.store';
import VaultHost from '../../vault/vault-host';

/** The vault of the signed-in person after onboarding; admins have no files. */
export function OwnVault() {
  const { user, isAuthenticated } = useAuth();
  if (!isAuthenticated || !user || user.userType === 'admin' || user.companyId === null) return null;
  return <VaultHost user={user} />;
}
