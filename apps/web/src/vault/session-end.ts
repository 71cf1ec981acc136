import { useAuth } from '../session/auth.store';
import { readToken } from '../session/token';
import { wipeKeys } from './device';
import { forgetPasskeyUnlock } from './passkey-unlock';
import { forgetPasswordKeys } from './password-keys';
import { closedVault, useVaultStore } from './vault.store';

/** Removes all keys when the session ends in any tab, and at load when it ended while no tab was open. */
useAuth.subscribe(({ isAuthenticated, user }, before) => {
  const isSame = isAuthenticated && user?.id === before.user?.id;
  if (!before.isAuthenticated || !before.user || isSame) return;
  forgetPasswordKeys();
  forgetPasskeyUnlock();
  useVaultStore.setState(closedVault);
  void wipeKeys();
});

if (!readToken()) void wipeKeys();
