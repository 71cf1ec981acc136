import { routes } from '@tradepost/contracts/routes';
import type { Caller } from '../api/api-client';
import type { Keyring } from '../contacts/keyring';
import { refusal, type PasswordKeys } from '../keys/passwords';
import type { ShownUnreadable } from './unreadable-entry';

/**
 * Has the server remove the entries of the owner's ledger that no client can use, from the first one on. The ledger is read and verified again
 * before: nothing that is valid and linked is removed, and nothing in place of which this device has seen another entry.
 * @param shown to the owner, who has agreed
 * @returns how many entries; null if all can be read
 * @throws SealingError LEDGER_ROLLED_BACK if the server lacks or has exchanged entries that this device has seen; TAMPERED; ApiError
 * PASSWORD_WRONG, KEYS_STALE if it is another entry than the shown one, or entries were appended since
 */
export async function removeUnreadableEntries(
  client: Caller,
  { vault, contacts }: Keyring,
  shown: ShownUnreadable,
  { prove }: Pick<PasswordKeys, 'prove'>,
): Promise<number | null> {
  const found = await contacts.ledger.unreadable();
  if (!found) return null;
  const { first, size } = found;
  // an entry of a type that only a newer version knows is another decision than one that nobody can read
  if (first.seq !== shown.seq || first.problem !== shown.problem) throw refusal('KEYS_STALE');
  await client.send(routes.removeLedgerEntries, {
    epoch: vault.epoch,
    from: first.seq,
    size,
    password: await prove(),
  });
  return size - first.seq + 1;
}
