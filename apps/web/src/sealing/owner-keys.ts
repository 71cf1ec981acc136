import { isOwner, ownerKeysRefusal } from '@tradepost/contracts/roles';
import { useUser } from '../session/auth.store';
import { answerText } from '../i18n/answer-text';

/** Why a member of a company cannot open, change or send a sealed file of it. */
export const ownerKeysText = answerText(ownerKeysRefusal);

/** Whether the person has the keys of the company that they act for: its owner alone has. */
export const useHasKeys = (): boolean => isOwner(useUser());
