import { useAuth } from '../../session/auth.store';
import { VaultClosed } from '../texts';
import { t } from '../../i18n/t';

/** The owner of a vault. */
export interface User {
  id: string;
  email: string;
}

/** @throws VaultClosed when nobody is signed in */
export function requireUser(): User {
  const { user } = useAuth.getState();
  if (!user) throw new VaultClosed(t('Please sign in first.'));
  return user;
}
