import { assertHasKeys, type UserActor } from '@tradepost/contracts/actor';
import type { FileVersionRow } from './file.entity';

/** @throws AppError OWNER_KEYS_REQUIRED */
export function assertMayOpen({ wrappedKey }: Pick<FileVersionRow, 'wrappedKey'>, actor: UserActor): void {
  if (wrappedKey !== null) assertHasKeys(actor);
}
