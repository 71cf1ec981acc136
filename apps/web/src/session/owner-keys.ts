import { isOwner } from '@tradepost/contracts/roles';
import { useUser } from './auth.store';
import { t } from '../i18n/t';

/** Why a member of a company cannot open, change or send a sealed file of it: as OWNER_KEYS_REQUIRED, which would load the rules of all forms. */
export const ownerKeysText = t(
  'You have no access to the end-to-end encrypted files of your company here. The owner can give it to you for the command line. Or use standard encryption',
);

/** Whether the person has the keys of the company that they act for: its owner alone has. */
export const useHasKeys = (): boolean => isOwner(useUser());
