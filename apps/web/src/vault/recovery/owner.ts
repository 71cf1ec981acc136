import { isOwner } from '@tradepost/contracts/roles';
import { useAuth } from '../../session/auth.store';
import type { User } from '../session/user';
import { VaultClosed } from '../texts';

/** The owner and their company. @throws VaultClosed for others */
export function requireCompany(): { user: User; companyId: string } {
  const { user } = useAuth.getState();
  if (!user?.companyId || !isOwner(user)) throw new VaultClosed();
  return { user, companyId: user.companyId };
}
