import {
  listedFileNames,
  type TransferDownload,
  type TransferItem,
  type TransferView,
} from '@tradepost/contracts/requests';
import { modeOf } from '@tradepost/contracts/encryption/formats';
import type { OwnSealedFile, SealedFile, SignedManifest } from '@tradepost/contracts/encryption/sealed';
import { archiveName, archiveSize } from '../archive/bundle';
import { archiveObject, type DownloadRow } from './download.entity';
import type { TransferFileRow } from './transfer-file.entity';
import type { TransferRow } from './transfer.entity';
import { transferStatus } from './transfer.policy';

/** The parts of a sealed file that its receiver needs. The owner's wrapped key is left out. */
const sealedView = (sealed: OwnSealedFile | null): SealedFile | null =>
  sealed && {
    fileId: sealed.fileId,
    version: sealed.version,
    sealedSize: sealed.sealedSize,
    sealedMeta: sealed.sealedMeta,
  };

interface Proofs {
  /** Of a sealed or mixed transfer. */
  manifest: SignedManifest | undefined;
  keyLost: boolean;
}

/** @param base URL of the transfer; its downloads are below it */
export const transferView = (
  transfer: TransferRow,
  files: TransferFileRow[],
  base: string,
  { manifest, keyLost }: Proofs,
): TransferView => ({
  id: transfer.id,
  expiry: transfer.expiresAt.toISOString(),
  status: transferStatus(transfer, new Date()),
  senderCompany: transfer.request.senderCompanyName,
  receiverEmail: transfer.request.receiverEmail,
  intendedUse: transfer.request.intendedUse,
  licences: transfer.licences,
  maxDownloads: transfer.maxDownloads,
  archive: {
    status: transfer.archiveStatus,
    size: archiveSize(files),
    url: `${base}/archive`,
    ...(manifest && { manifest }),
  },
  files: files.map(({ fileId, objectKey, name, contentType, size, sha256, mode, sealed, terms }) => ({
    key: objectKey,
    fileId,
    name,
    contentType,
    size,
    sha256,
    mode,
    sealed: sealedView(sealed),
    terms,
    url: `${base}/files/${fileId}`,
  })),
  mode: modeOf(files),
  grants: transfer.grants,
  keyLost,
});

export interface TransferWithParts {
  transfer: TransferRow;
  files: Pick<TransferFileRow, 'fileId' | 'name' | 'size' | 'mode'>[];
  downloads: DownloadRow[];
}

/** An item of a list; `companyName` is the other party's. */
export const transferItem = (
  { transfer, files, downloads }: TransferWithParts,
  companyName: string,
  url: string | null,
): TransferItem => ({
  id: transfer.id,
  requestId: transfer.requestId,
  status: transferStatus(transfer, new Date()),
  companyName,
  receiverEmail: transfer.request.receiverEmail,
  createdAt: transfer.createdAt.toISOString(),
  expiry: transfer.expiresAt.toISOString(),
  url,
  files: files.length,
  fileNames: files.slice(0, listedFileNames).map(({ name }) => name),
  size: files.reduce((sum, { size }) => sum + size, 0),
  archiveStatus: transfer.archiveStatus,
  mode: modeOf(files),
  maxDownloads: transfer.maxDownloads,
  downloads: downloads.map(
    downloadView(
      transfer,
      new Map([
        ...files.map(({ fileId, name }): [string, string] => [fileId, name]),
        [archiveObject, archiveName(transfer.request.senderCompanyName, files)],
      ]),
    ),
  ),
  reason: transfer.revokeReason,
});

const downloadView =
  ({ request }: TransferRow, names: Map<string, string>) =>
  ({ object, count, firstAt, lastAt }: DownloadRow): TransferDownload => ({
    what: object === archiveObject ? 'archive' : 'file',
    fileId: object === archiveObject ? null : object,
    name: names.get(object) ?? '',
    byEmail: request.receiverEmail,
    count,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  });
