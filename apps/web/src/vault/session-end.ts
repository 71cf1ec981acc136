import { useAuth } from '../session/auth.store';
import { readToken } from '../session/token';
import { wipeKeys } from './device';
import { dropKeys } from './held-keys';
import { closedVault, useVaultStore } from './vault.store';

/** The end of a session, in whichever tab, leaves no key behind; so does one that ended while no tab was open. */
useAuth.subscribe(({ isAuthenticated, user }, before) => {
  const isSame = isAuthenticated && user?.id === before.user?.id;
  if (!before.isAuthenticated || !before.user || isSame) return;
  dropKeys();
  useVaultStore.setState(closedVault);
  void wipeKeys();
});

if (!readToken()) void wipeKeys();
