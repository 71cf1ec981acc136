import { addressKey } from '@tradepost/contracts/values/address';
import { SealingError } from '@tradepost/sealing/errors';
import type { History } from '@tradepost/sealing/ledger/history';
import type { Ledger } from './ledger';

/** Records deliveries of a folder and removed access, before the call. */
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

/** Records that nobody has access to a folder any more, before the call that deletes it. */
export async function recordFolderEnd(ledger: Ledger, folderId: string): Promise<void> {
  await ledger.record(({ delivered }) => {
    const removed = [...(delivered.get(folderId) ?? [])];
    return removed.length === 0 ? [] : [{ type: 'deliver', folderId, added: [], removed }];
  });
}

/** Records that a partner has no access to any folder any more, before the call that ends the partnership. */
export async function recordPartnershipEnd(ledger: Ledger, email: string): Promise<void> {
  const address = addressKey(email);
  await ledger.record(({ delivered }) =>
    [...delivered]
      .filter(([, addresses]) => addresses.has(address))
      .map(([folderId]) => ({ type: 'deliver', folderId, added: [], removed: [address] })),
  );
}

/** Records that sealed files are moved into another folder, before the call: those who have access to it may request them. */
export async function recordMove(ledger: Ledger, { folderId, fileIds }: { folderId: string; fileIds: string[] }) {
  await ledger.record(({ moved }) => {
    const gone = fileIds.filter((fileId) => moved.get(fileId) !== folderId);
    return gone.length === 0 ? [] : [{ type: 'move', folderId, fileIds: gone }];
  });
}

/**
 * Requires that each file is in a folder that was delivered to this address, and that access was not removed since.
 * @param files each with the folder that its verified metadata names
 * @throws SealingError FOLDER_UNKNOWN for a file from before metadata named folders, FOLDER_NOT_DELIVERED
 */
export function requireDelivered(
  { delivered, moved }: Pick<History, 'delivered' | 'moved'>,
  address: string,
  files: readonly { fileId: string; folderId?: string | undefined }[],
): void {
  for (const { fileId, folderId } of files) {
    const place = moved.get(fileId) ?? folderId;
    if (place === undefined) throw new SealingError('FOLDER_UNKNOWN');
    if (!delivered.get(place)?.has(address)) throw new SealingError('FOLDER_NOT_DELIVERED');
  }
}
