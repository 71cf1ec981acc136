import type { ArchiveEntry } from '@tradepost/contracts/jobs';
import { listedFileNames, type TransferDownload, type TransferItem, type TransferView } from '@tradepost/contracts/requests';
import { layoutArchive } from '@tradepost/service-kit/zip/archive';
import { archiveObject, type DownloadRow } from './download.entity';
import type { TransferFileRow } from './transfer-file.entity';
import type { TransferRow } from './transfer.entity';
import { transferStatus } from './transfer.policy';

/** What the archive is made of, in its order. */
export const archiveEntries = (files: TransferFileRow[]): ArchiveEntry[] =>
  files.map(({ objectKey, name, size, crc32, modifiedAt }) => ({ objectKey, name, size, crc32, modifiedAt: modifiedAt.toISOString() }));

/** Bytes of the archive, built or not. */
export const archiveSize = (files: TransferFileRow[]): number => layoutArchive(archiveEntries(files)).size;

/** @param base address of the transfer, below which its bytes are */
export const transferView = (transfer: TransferRow, files: TransferFileRow[], base: string): TransferView => ({
  id: transfer.id,
  expiry: transfer.expiresAt.toISOString(),
  status: transferStatus(transfer, new Date()),
  senderCompany: transfer.request.senderCompanyName,
  receiverEmail: transfer.request.receiverEmail,
  intendedUse: transfer.request.intendedUse,
  licences: transfer.licences,
  maxDownloads: transfer.maxDownloads,
  archive: { status: transfer.archiveStatus, size: archiveSize(files), url: `${base}/archive` },
  files: files.map(({ fileId, objectKey, name, contentType, size, sha256 }) => ({
    key: objectKey,
    fileId,
    name,
    contentType,
    size,
    sha256,
    url: `${base}/files/${fileId}`,
  })),
});

export interface TransferWithParts {
  transfer: TransferRow;
  files: Pick<TransferFileRow, 'fileId' | 'name' | 'size'>[];
  downloads: DownloadRow[];
}

/** As a line of a list; `companyName` is the other side's. */
export const transferItem = ({ transfer, files, downloads }: TransferWithParts, companyName: string, url: string): TransferItem => ({
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
  maxDownloads: transfer.maxDownloads,
  downloads: downloads.map(downloadView(transfer, new Map(files.map(({ fileId, name }) => [fileId, name])))),
  reason: transfer.revokeReason,
});

const downloadView =
  ({ request }: TransferRow, names: Map<string, string>) =>
  ({ object, count, firstAt, lastAt }: DownloadRow): TransferDownload => ({
    what: object === archiveObject ? 'archive' : 'file',
    fileId: object === archiveObject ? null : object,
    name: names.get(object) ?? `${request.senderCompanyName}.zip`,
    byEmail: request.receiverEmail,
    count,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  });
