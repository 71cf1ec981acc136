import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import type { storage } from '@tradepost/contracts/storage';
import { contentSize } from '@tradepost/sealing/format';
import type { FileRow } from './workspace.entity';
import { noSample } from './workspace.policy';

type Upload = In<typeof storage.beginUpload>;

const invalid = (field: string, message: string) => new AppError('INVALID', { message, errors: [{ field, message }] });

/** What is kept of a sealed upload, and what it reserves; of a managed one that it is none. */
export type Sealing = Pick<
  FileRow,
  'size' | 'sealedSize' | 'sealedId' | 'ownerId' | 'wrappedKey' | 'sealedMeta' | 'version' | 'mimetype' | 'inPlace'
>;

/** @throws AppError INVALID, SEALED_INVALID */
export function sealingOf(
  {
    enc,
    fileId,
    fileVersion,
    wrappedKey,
    sealedMeta,
    mimetype,
    expectedBytes,
    replace,
    inPlace = false,
    sample,
  }: Upload,
  userId: string,
): Sealing {
  if (inPlace && !(enc && replace))
    throw invalid(
      'inPlace',
      'Only the next version of a file, end-to-end encrypted, can take the place of those before it',
    );
  if (!enc)
    return {
      size: expectedBytes,
      sealedSize: null,
      sealedId: null,
      ownerId: null,
      wrappedKey: null,
      sealedMeta: null,
      version: 1,
      mimetype: '',
      inPlace,
    };
  if (sample) throw noSample();
  if (!replace && fileVersion !== 1) throw invalid('fileVersion', 'A new file is version 1');
  return {
    size: contentOf(expectedBytes),
    sealedSize: expectedBytes,
    sealedId: fileId ?? null,
    ownerId: userId,
    wrappedKey: wrappedKey ?? null,
    sealedMeta: sealedMeta ?? null,
    version: fileVersion ?? 1,
    mimetype: mimetype ?? '',
    inPlace,
  };
}

/** Bytes of content in a sealed file of this size. @throws AppError SEALED_INVALID */
export function contentOf(sealedSize: number): number {
  try {
    return contentSize(sealedSize);
  } catch (error) {
    throw new AppError('SEALED_INVALID', { cause: error });
  }
}

/** Tells the repeat of one sealed upload from another of the same file: a key is wrapped once for each. */
export const sealedKey = ({ fileId, fileVersion, wrappedKey }: Upload) => `sdx1 ${fileId} ${fileVersion} ${wrappedKey}`;
