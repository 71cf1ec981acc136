import { actingOf, useAuth } from '../session/auth.store';
import { readToken } from '../session/token';
import { wipeKeys } from './device';
import { forgetPasskeyUnlock } from './passkey-unlock';
import { forgetPasswordKeys } from './password-keys';
import { forgetOwnUnlock } from './sso-key/opened';
import { closedVault, useVaultStore } from './vault.store';

/**
 * Removes all keys when the session ends in any tab, and at load when it ended while no tab was open. A person who acts for another company
 * has another vault; the device keeps the keys of both.
 */
useAuth.subscribe((state, before) => {
  const acting = actingOf(before);
  if (acting === null || acting === actingOf(state)) return;
  useVaultStore.setState(closedVault);
  if (state.isAuthenticated && state.user?.id === before.user?.id) return;
  forgetPasswordKeys();
  forgetPasskeyUnlock();
  forgetOwnUnlock();
  void wipeKeys();
});

if (!readToken()) void wipeKeys();
