import { command, internal } from '../define';
import type { ArchiveEntry } from '../jobs';
import { directRanges, type DirectRanges } from '../storage/direct-ranges';
import { byGateway, count, id, object, string, text, type Message } from '../values/fields';

/** The storage location of one file or of the archive, for the gateway. */
export interface TransferObject {
  objectKey: string;
  name: string;
  contentType: string;
  size: number;
  /** Entity tag without quotes. */
  etag: string;
  modifiedAt: string;
  /** Set while the archive is not ready: its entries, from which the gateway builds it while sending. */
  entries?: ArchiveEntry[];
}

/** Set by the gateway: `start` begins a download (and is counted), `resume` continues one, `look` reads no bytes. */
const use = string()
  .oneOf(['start', 'resume', 'look'] as const)
  .default('start')
  .meta(byGateway);
/** Number of bytes that a `resume` requests. */
const bytes = count().default(0).meta(byGateway);

export const downloadCommands = {
  /** @throws NOT_FOUND, TRANSFER_EXPIRED, TRANSFER_REVOKED */
  recordDownload: command<Message>()('requests.record-download', object({ id: id().required(), userId: text(200) })),
  /** @throws TRANSFER_EXPIRED, OWNER_KEYS_REQUIRED, TRANSFER_REVOKED, DOWNLOADS_USED */
  openFile: command<TransferObject>()(
    'requests.open-file',
    object({ transferId: id().required(), fileId: id().required(), use, bytes }),
  ),
  /** @throws TRANSFER_EXPIRED, OWNER_KEYS_REQUIRED, TRANSFER_REVOKED, DOWNLOADS_USED */
  openArchive: command<TransferObject>()('requests.open-archive', object({ transferId: id().required(), use, bytes })),
  /**
   * An address for each range of stored bytes (`end` is exclusive), to read from the object store. None unless the file is end-to-end encrypted and the installation
   * offers it. They count as a resumed download. @throws TRANSFER_EXPIRED, OWNER_KEYS_REQUIRED, TRANSFER_REVOKED, DOWNLOADS_USED, RANGE
   */
  directRanges: command<DirectRanges>()(
    'requests.direct-ranges',
    object({ transferId: id().required(), fileId: id().required(), ranges: directRanges() }),
  ),
  /**
   * As `directRanges`, for ranges of the archive of an end-to-end encrypted transfer. Each lies in one end-to-end encrypted file, and its address is that of
   * the file's bytes: read as many from there, at their place in the file. They count as a resumed download of the archive.
   * @throws TRANSFER_EXPIRED, OWNER_KEYS_REQUIRED, TRANSFER_REVOKED, DOWNLOADS_USED, RANGE
   */
  directArchiveRanges: command<DirectRanges>()(
    'requests.direct-archive-ranges',
    object({ transferId: id().required(), ranges: directRanges() }),
  ),
  /** For the gateway: returns the unsent bytes of a resumed download to its limit. Without a file, of the archive. */
  returnBytes: internal<{ ok: true }>()(
    'requests.return-bytes',
    object({ transferId: id().required(), fileId: id(), bytes: count().required() }),
  ),
};
