import type { TransferView } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { addressKey } from '@tradepost/contracts/values/address';
import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import type { FileRef } from '@tradepost/sealing/file/format';
import type { FileMeta } from '@tradepost/sealing/file/meta';
import type { Caller } from '../api/api-client';
import type { FoundContact } from '../contacts/found-contact';
import { keyringOf, type Keyring, type Keys } from '../contacts/keyring';
import { requireRecorded } from '../ledger/grants';
import { inStep, Refused } from '../refused';
import { requireOwnGrants } from './granted-before';
import { requireOwnKey } from './own-files';
import { verifiedMeta } from './sealed-content';
import { fileKeysOf, sealedFiles } from './verified-grants';

/** A sealed file with its verified key and metadata. */
export interface OpenedFile {
  fileKey: Bytes;
  file: FileRef;
  meta: FileMeta;
}

/** A transfer with verified sender, grants and files. */
export interface OpenedTransfer {
  /** Absent when the sender opens their own transfer. */
  sender: FoundContact | undefined;
  /** The sealed files, by file id. */
  files: Map<string, OpenedFile>;
}

type Sealed = TransferView & { grants: NonNullable<TransferView['grants']> };

/**
 * Proves a transfer and opens its grants. For its receiver the sender's keys match the known ones, and the grants are exactly for its
 * sealed files, receiver and expiry; for its sender, the ledger has exactly these grants.
 * @throws ContactChanged, Refused; SealingError CONTACT_UNKNOWN; ApiError
 */
export async function proveTransfer(client: Caller, keys: Keys, view: TransferView): Promise<OpenedTransfer> {
  const keyring = await keyringOf(keys);
  const { grants } = view;
  if (!grants) throw new Refused('GRANT_REFUSED', 'transfer-keys-missing');
  const transfer = { ...view, grants };
  if (grants.senderId !== keyring.vault.userId) return receivedTransfer(keyring, transfer);
  return { sender: undefined, files: await openedFiles(transfer, await ownKeys(client, keyring, transfer)) };
}

/** The files, once their metadata is the one that their sender sealed. */
async function openedFiles(
  transfer: TransferView,
  fileKeys: ReadonlyMap<string, Bytes>,
): Promise<OpenedTransfer['files']> {
  const opened = sealedFiles(transfer).map(async ({ sealed, ...listed }): Promise<[string, OpenedFile]> => {
    const fileKey = fileKeys.get(listed.fileId);
    if (!fileKey || !sealed) throw new Refused('GRANT_SET_DIFFERS', 'transfer-grants');
    const meta = await inStep('transfer-file-name', listed.name, () => verifiedMeta(fileKey, sealed, listed));
    return [listed.fileId, { fileKey, file: { fileId: sealed.fileId, version: sealed.version }, meta }];
  });
  return new Map(await Promise.all(opened));
}

/** The sender's own keys of the files, once their ledger has proven that they gave this receiver exactly these files. */
async function ownKeys(
  client: Caller,
  { vault, contacts }: Keyring,
  { grants, expiry, receiverEmail, id: transferId, ...transfer }: Sealed,
): Promise<Map<string, Bytes>> {
  const { requestId, expiryMs, recipientId } = grants;
  const listed = sealedFiles(transfer).map(({ fileId, sealed }) => ({ fileId, version: sealed?.version ?? 0 }));
  const recipient = { userId: recipientId, address: addressKey(receiverEmail) };
  const claim = { requestId, recipient, files: listed, expiryMs };
  await inStep('transfer-own', '', () => {
    if (Date.parse(expiry) !== expiryMs) throw new SealingError('GRANT_REFUSED');
    return requireRecorded(contacts.ledger, claim, () => requireOwnGrants(vault, grants, claim));
  });
  const { files } = await client.send(routes.sealingTargets, { transferId });
  return new Map(
    await Promise.all(files.map(async (file) => [file.fileId, await requireOwnKey(vault, file, 'This file')] as const)),
  );
}

/** Nothing is remembered of the sender before everything is proven. */
async function receivedTransfer({ vault, contacts }: Keyring, transfer: Sealed): Promise<OpenedTransfer> {
  const { grants, senderCompany: who } = transfer;
  const { senderId: userId, sender: bundle, recipientId } = grants;
  if (recipientId !== vault.userId) throw new Refused('GRANT_REFUSED', 'transfer-recipient');
  return contacts.withVerifiedKeys({ userId, bundle, who }, async (keys, sender) => {
    // from before requests were signed: only if the sender's keys are known from before
    if (!grants.request && sender.state === 'first') throw new Refused('REQUEST_UNSIGNED', 'transfer-grants', who);
    const fileKeys = await inStep('transfer-grants', who, () => fileKeysOf(transfer, vault, keys));
    const files = await openedFiles(transfer, fileKeys);
    await inStep('transfer-grants', who, () => contacts.learnFrom(keys, grants));
    return { sender, files };
  });
}
