import type { TransferView } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { bundleRef } from '@tradepost/contracts/encryption/sealed';
import { fromBase64url } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import type { FileRef } from '@tradepost/sealing/file/format';
import { openManifest, type Manifest, type SignedManifest } from '@tradepost/sealing/file/manifest';
import type { FileMeta } from '@tradepost/sealing/file/meta';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { send } from '../../../api/send';
import { findContact, KeyChanged, rememberContact, type Contact } from '../../../sealing/contacts';
import type { PlannedEntry } from '../../../sealing/worker/jobs';
import { requireRecorded } from '@tradepost/client/ledger/grants';
import { requireOwnGrants } from '@tradepost/client/transfers/granted-before';
import { addressKey } from '@tradepost/contracts/values/address';
import { archiveNames } from '@tradepost/client/transfers/file-names';
import { openGrants, sealedFiles } from '@tradepost/client/transfers/verified-grants';
import { verifiedMeta } from '@tradepost/client/transfers/sealed-content';
import { ownFileKey } from '../../../sealing/own-files';
import { Refusal, withRefusal } from '../../../sealing/refusals';
import { errorMessage } from '../../../vault/texts';
import { requireContacts, requireLedger, requireVault } from '../../../vault/vault';
import { displayName } from '../api';

type Bytes = Uint8Array<ArrayBuffer>;

const noDownload = 'Nothing was downloaded.';
const texts = {
  noGrants: `The keys for these files are missing on the server. ${noDownload} Ask the sender to deliver them again.`,
  otherPerson: `These files were encrypted for another person, and only they can open them. ${noDownload}`,
  grants: `The keys of these files were not made for you and this transfer. ${noDownload} Ask the sender to deliver them again.`,
  notRequested: `These are not the files that you requested. ${noDownload} Ask the sender to deliver them again.`,
  notOwn: `These are not the files that you gave to this receiver. ${noDownload}`,
  stale: `Your new key can't open these files. ${noDownload} Ask the sender to deliver them again.`,
  expired: 'The file transfer has expired and is no longer available.',
  manifest: `The list of files in the archive is not the one the service signed. ${noDownload}`,
  meta: (name: string) => `${name} is not the file its sender encrypted under that name. ${noDownload}`,
};

type Granted = NonNullable<TransferView['grants']>;

/** A transfer with verified sender, grants and files. */
export interface OpenedTransfer {
  /** Absent when the sender opens their own transfer. */
  sender: Contact | undefined;
  /** Key and metadata of each sealed file, by file id. */
  files: Map<string, { fileKey: Bytes; file: FileRef; meta: FileMeta }>;
}

/** @throws KeyChanged, Refusal, VaultClosed, ApiError */
export async function openTransfer(transfer: TransferView): Promise<OpenedTransfer> {
  const vault = await requireVault();
  const { grants } = transfer;
  if (!grants) throw new Refusal(texts.noGrants);
  const isSender = grants.senderId === vault.userId;
  const { sender, keys } = isSender
    ? { sender: undefined, keys: await ownKeys(transfer, grants, vault) }
    : await provenKeys(transfer, grants, vault);
  const files: OpenedTransfer['files'] = new Map();
  for (const { sealed, ...listed } of sealedFiles(transfer)) {
    const fileKey = keys.get(listed.fileId);
    if (!fileKey || !sealed) throw new Refusal(texts.grants);
    const name = displayName(listed);
    const meta = await withRefusal(texts.meta(name), () =>
      verifiedMeta(fileKey, sealed, { name, contentType: listed.contentType, size: listed.size }),
    );
    files.set(listed.fileId, { fileKey, file: { fileId: sealed.fileId, version: sealed.version }, meta });
  }
  return { sender, files };
}

/** The sender's own keys of the files, once their ledger has proven that they gave this receiver exactly these files. */
async function ownKeys(transfer: TransferView, granted: Granted, vault: Vault): Promise<Map<string, Bytes>> {
  const listed = sealedFiles(transfer).map(({ fileId, sealed }) => ({ fileId, version: sealed?.version ?? 0 }));
  const { requestId, expiryMs } = granted;
  const recipient = { userId: granted.recipientId, address: addressKey(transfer.receiverEmail) };
  const claim = { requestId, recipient, files: listed, expiryMs };
  const ledger = await requireLedger();
  await withRefusal(texts.notOwn, () => {
    if (Date.parse(transfer.expiry) !== expiryMs) throw new SealingError('GRANT_REFUSED');
    return requireRecorded(ledger, claim, () => requireOwnGrants(vault, granted, claim));
  });
  const { files } = await send(routes.sealingTargets, { transferId: transfer.id });
  return new Map(
    await Promise.all(files.map(async (file) => [file.fileId, await ownFileKey(vault, file, 'This file')] as const)),
  );
}

async function provenKeys(
  transfer: TransferView,
  { recipientId, senderId, sender: bundle }: Granted,
  vault: Vault,
): Promise<{ sender: Contact; keys: Map<string, Bytes> }> {
  if (recipientId !== vault.userId) throw new Refusal(texts.otherPerson);
  const sender = await findContact({ userId: senderId, bundle }, transfer.senderCompany);
  if (sender.state === 'changed') throw new KeyChanged(sender, transfer.senderCompany);
  try {
    const keys = await openGrants(transfer, vault, sender.keys);
    if (transfer.grants) await (await requireContacts()).learnFrom(sender.keys, transfer.grants);
    await rememberContact(sender);
    return { sender, keys };
  } catch (error) {
    if (!(error instanceof SealingError)) throw error;
    if (error.problem.startsWith('KEY_LOG')) throw new Refusal(`${errorMessage(error)} ${noDownload}`);
    throw new Refusal(
      error.problem === 'GRANT_KEY_STALE'
        ? texts.stale
        : error.problem === 'GRANT_EXPIRED'
          ? texts.expired
          : error.problem.startsWith('REQUEST_')
            ? texts.notRequested
            : texts.grants,
    );
  }
}

/** The files of the archive, in its order. @throws Refusal when the service did not sign its list */
export async function planArchive(transfer: TransferView, { files }: OpenedTransfer): Promise<PlannedEntry[]> {
  const { archive, grants } = transfer;
  const manifest =
    archive.manifest &&
    grants &&
    (await withRefusal(texts.manifest, async () =>
      signedManifest(archive.manifest as SignedManifest, grants.requestId, transfer),
    ));
  if (!manifest) throw new Refusal(texts.manifest);
  const listed = new Map(transfer.files.map((file) => [bundleRef(file).fileId, file]));
  const names = archiveNames(
    manifest.entries.map(({ fileId }) => displayName(listed.get(fileId) ?? { name: fileId, key: fileId })),
  );
  return manifest.entries.map((entry, index) => {
    const file = listed.get(entry.fileId);
    const opened = file && files.get(file.fileId);
    const place = { name: names[index] ?? entry.fileId, offset: entry.offset, length: entry.length };
    if (entry.mode === 'e2e' && opened)
      return { ...place, size: opened.meta.size, sha256: opened.meta.sha256, sealed: opened };
    // a sealed file cannot be passed off as a managed one
    if (entry.mode === 'managed' && file?.mode === 'managed' && entry.sha256 === file.sha256)
      return { ...place, size: entry.length, sha256: entry.sha256 };
    throw new Refusal(texts.manifest);
  });
}

async function signedManifest(signed: SignedManifest, requestId: string, { files }: TransferView): Promise<Manifest> {
  const { keys } = await send(routes.manifestKey, {});
  let refused: unknown = new SealingError('BAD_SIGNATURE');
  for (const spki of keys) {
    const key = await crypto.subtle.importKey(
      'spki',
      fromBase64url(spki),
      { name: 'ECDSA', namedCurve: 'P-256' },
      true,
      ['verify'],
    );
    try {
      return await openManifest(key, signed, requestId, files.map(bundleRef));
    } catch (error) {
      if (!(error instanceof SealingError)) throw error;
      refused = error;
    }
  }
  throw refused;
}

/** A single sealed file. @throws Refusal */
export function planFile({ files }: OpenedTransfer, fileId: string, name: string, sealedSize: number): PlannedEntry {
  const opened = files.get(fileId);
  if (!opened) throw new Refusal(texts.grants);
  const [safe = name] = archiveNames([name]);
  return {
    name: safe,
    offset: 0,
    length: sealedSize,
    size: opened.meta.size,
    sha256: opened.meta.sha256,
    sealed: opened,
  };
}
