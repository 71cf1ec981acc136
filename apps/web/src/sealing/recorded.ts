import { recordDelivery, recordFolderEnd, recordMove, recordPartnershipEnd } from '@tradepost/client/ledger/deliveries';
import { recordMemberEnd } from '@tradepost/client/company/giving';
import { recordRevocation } from '@tradepost/client/ledger/grants';
import type { Member } from '@tradepost/contracts/identity';
import type { TransferItem } from '@tradepost/contracts/requests';
import type { FileView, FolderView } from '@tradepost/contracts/storage';
import { SealingError } from '@tradepost/sealing/errors';
import { actingMember } from '../vault/company/member';
import { hasKeys } from '../vault/has-keys';
import { keysSettled, requireKeyring, VaultClosed } from '../vault/vault';
import { useVaultStore } from '../vault/vault.store';

const ledger = async () => (await requireKeyring()).contacts.ledger;
/** A member without the keys of the company works on managed files. The server says who is one, so an open vault still records the end of an access. */
async function hasLedger(): Promise<boolean> {
  if (hasKeys() && actingMember()) await keysSettled();
  return hasKeys();
}
const isSealed = ({ files }: Pick<FolderView, 'files'>) => files.some(({ mode }) => mode === 'e2e');

/**
 * An open vault records everything: the server says which files are sealed, and a false label must not keep the end of an access out of the
 * ledger, which programs grant by. Access must end also if the server does not say which keys there are.
 */
async function isOpen(): Promise<boolean> {
  if (hasKeys()) await keysSettled().catch(() => undefined);
  return useVaultStore.getState().state === 'open';
}

/**
 * Records the delivery of a folder with sealed files, before the call; with an open vault also of others, which may get sealed files.
 * @throws SealingError, VaultClosed, ApiError
 */
export async function recordDelivered(folder: FolderView, added: string[]): Promise<void> {
  if (!(await hasLedger())) return;
  if (isSealed(folder) || (await isOpen())) await recordDelivery(await ledger(), { folderId: folder.id, added });
}

/** Records that someone's access to a folder ends, before the call. */
export async function recordRemoved(folder: FolderView, address: string): Promise<void> {
  if ((await isOpen()) || ((await hasLedger()) && isSealed(folder)))
    await ifUsable(async () => recordDelivery(await ledger(), { folderId: folder.id, removed: [address] }));
}

/** Records that everyone's access to a folder ends, before the call that deletes it. */
export async function recordFolderDeleted(folder: FolderView): Promise<void> {
  if ((await isOpen()) || ((await hasLedger()) && isSealed(folder) && folder.emails.length > 0))
    await ifUsable(async () => recordFolderEnd(await ledger(), folder.id));
}

/** Records that a partner's access to all folders ends, before the call that ends the partnership. */
export async function recordPartnerRemoved(address: string): Promise<void> {
  if (await isOpen()) await ifUsable(async () => recordPartnershipEnd(await ledger(), address));
}

/** Records that files are moved into another folder, before the call. @throws SealingError, VaultClosed, ApiError */
export async function recordMoved(files: Pick<FileView, 'id' | 'mode'>[], folderId: string): Promise<void> {
  if (!(await hasLedger())) return;
  const moved = (await isOpen()) ? files : files.filter(({ mode }) => mode === 'e2e');
  if (moved.length > 0) await recordMove(await ledger(), { folderId, fileIds: moved.map(({ id }) => id) });
}

/** Records that a transfer is revoked, before the call. */
export async function recordRevoked({ mode, requestId }: TransferItem): Promise<void> {
  if ((await isOpen()) || ((await hasLedger()) && mode !== 'managed'))
    await ifUsable(async () => recordRevocation(await ledger(), requestId));
}

/** Records that a member no longer has the keys of the company, before the call that takes them or ends the membership. */
export async function recordKeysTaken({ id, hasKeys: had }: Pick<Member, 'id' | 'hasKeys'>): Promise<void> {
  if ((await isOpen()) || (had && (await hasLedger()))) await ifUsable(async () => recordMemberEnd(await ledger(), id));
}

/** People must be able to end access at once, even if the server's ledger is refused or they cannot open the vault. */
async function ifUsable(record: () => Promise<void>): Promise<void> {
  try {
    await record();
  } catch (error) {
    if (!(error instanceof SealingError || error instanceof VaultClosed)) throw error;
  }
}
