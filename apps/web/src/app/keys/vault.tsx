import { actingOf, useAuth } from '../../session/auth.store';
import { usesVault } from '../../session/may';
import VaultHost from '../../vault/vault-host';

/** The vault of the signed-in person after onboarding, where they open files. */
export function OwnVault() {
  const { user, isAuthenticated } = useAuth();
  const acting = useAuth(actingOf);
  if (!isAuthenticated || !user || !usesVault(user)) return null;
  return <VaultHost key={acting} user={user} />;
}
