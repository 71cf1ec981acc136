import type { ArchiveEntry } from '@tradepost/contracts/jobs';
import { bundleRef, modeOf } from '@tradepost/contracts/encryption/formats';
import { AppError } from '@tradepost/contracts/errors';
import { rangeInside, type StoredRange } from '@tradepost/service-kit/objects/direct/direct-urls';
import { entryOffsets, layoutArchive } from '@tradepost/service-kit/objects/zip/archive';
import { entryName, type BundleEntry } from '@tradepost/sealing/file/manifest';
import type { TransferFileRow } from '../transfer/transfer-file.entity';

type StoredFileRow = Pick<
  TransferFileRow,
  'fileId' | 'objectKey' | 'name' | 'size' | 'crc32' | 'modifiedAt' | 'mode' | 'sealed'
>;

/** Bytes of the stored object. */
export const storedSize = ({ size, sealed }: Pick<TransferFileRow, 'size' | 'sealed'>): number =>
  sealed?.sealedSize ?? size;

/** The entries of the archive, in order: files by name or, if any is sealed, a bundle of objects by id. */
export function archiveEntries(files: StoredFileRow[]): ArchiveEntry[] {
  const managed = modeOf(files) === 'managed';
  return files.map((file) => ({
    objectKey: file.objectKey,
    name: managed ? file.name : entryName(file),
    size: storedSize(file),
    crc32: file.crc32,
    modifiedAt: file.modifiedAt.toISOString(),
  }));
}

/** Bytes of the archive, built or not. */
export const archiveSize = (files: StoredFileRow[]): number => layoutArchive(archiveEntries(files)).size;

/** The position of each object in a bundle. */
export function bundleEntries(files: (StoredFileRow & Pick<TransferFileRow, 'sha256'>)[]): BundleEntry[] {
  const offsets = entryOffsets(layoutArchive(archiveEntries(files)), files.length);
  return files.map((file, index) => {
    const place = { ...bundleRef(file), offset: offsets[index]!, length: storedSize(file) };
    return file.sealed ? { ...place, mode: 'e2e' } : { ...place, mode: 'managed', sha256: file.sha256 };
  });
}

/** Where ranges of a bundle are that each lie in one sealed file. @throws AppError RANGE for any other */
export function inSealedFiles(
  files: StoredFileRow[],
  ranges: readonly Omit<StoredRange, 'objectKey'>[],
): StoredRange[] {
  const offsets = entryOffsets(layoutArchive(archiveEntries(files)), files.length);
  return ranges.map(({ start, end }) => {
    const at = offsets.findLastIndex((offset) => offset <= start);
    const [file, offset = 0] = [files[at], offsets[at]];
    if (!file?.sealed) throw new AppError('RANGE');
    return rangeInside(file.objectKey, storedSize(file), { start: start - offset, end: end - offset });
  });
}

/** File name for the download: an archive to unpack, or a sealed bundle that a browser opens. */
export const archiveName = (companyName: string, files: Pick<TransferFileRow, 'mode'>[]): string =>
  `${companyName}${modeOf(files) === 'managed' ? '' : '.sealed'}.zip`;
