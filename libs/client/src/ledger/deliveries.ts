import { addressKey } from '@tradepost/contracts/values/address';
import type { Ledger } from './ledger';

/** Records who gets a folder delivered, and who loses access to it, before the call. */
export async function recordDelivery(
  ledger: Ledger,
  { folderId, added = [], removed = [] }: { folderId: string; added?: string[]; removed?: string[] },
): Promise<void> {
  const [given, taken] = [added.map(addressKey), removed.map(addressKey)];
  await ledger.record(({ delivered }) => {
    const known = delivered.get(folderId);
    const action = {
      folderId,
      added: given.filter((address) => !known?.has(address)),
      removed: taken.filter((address) => known?.has(address) !== false),
    };
    return action.added.length + action.removed.length === 0 ? [] : [{ type: 'deliver', ...action }];
  });
}
