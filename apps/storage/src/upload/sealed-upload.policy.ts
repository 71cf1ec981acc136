import { assertHasKeys, hasKeys, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { accountOf } from '@tradepost/contracts/roles';
import type { storage } from '@tradepost/contracts/storage';
import { contentSize as contentSizeOf } from '@tradepost/sealing/file/format';
import { isSegmented } from './upload.policy';
import { fileTooLarge } from '@tradepost/service-kit/runtime/upload-settings';
import { wholeSampleRefused } from '../file/sample.policy';
import type { StorageConfig } from '../config';
import type { UploadRow } from './upload.entity';

type Input = In<typeof storage.beginUpload>;

const invalid = (field: string, message: string) => new AppError('INVALID', { message, errors: [{ field, message }] });

/** What an upload reserves, and its seal if its bytes are a sealed file. */
export type Announced = Pick<
  UploadRow,
  'size' | 'sealedSize' | 'copiedBytes' | 'ownerId' | 'wrappedKey' | 'sealedMeta' | 'version' | 'mimeType' | 'inPlace'
>;

/** @throws AppError OWNER_KEYS_REQUIRED, INVALID, SEALED_INVALID, FILE_TOO_LARGE */
export function announcedBy(
  input: Input,
  actor: UserActor,
  { MAX_FILE_BYTES }: Pick<StorageConfig, 'MAX_FILE_BYTES'>,
): Announced {
  if (input.enc) assertHasKeys(actor);
  const announced = announcedOf(input, accountOf(actor).userId);
  if (announced.size > MAX_FILE_BYTES) throw fileTooLarge(MAX_FILE_BYTES);
  return announced;
}

function announcedOf(input: Input, userId: string): Announced {
  const { enc, fileVersion, wrappedKey, sealedMeta, mimetype, expectedBytes, replace, inPlace = false, sample } = input;
  if (inPlace && !(enc && replace))
    throw invalid(
      'inPlace',
      'Only the next version of a file, end-to-end encrypted, can take the place of those before it',
    );
  if (!enc)
    return {
      size: expectedBytes,
      sealedSize: null,
      copiedBytes: 0,
      ownerId: null,
      wrappedKey: null,
      sealedMeta: null,
      version: replace ? null : 1,
      mimeType: '',
      inPlace,
    };
  if (sample) throw wholeSampleRefused();
  if (!replace && fileVersion !== 1) throw invalid('fileVersion', 'A new file is version 1');
  return {
    ...sizesOf(input),
    ownerId: userId,
    wrappedKey: wrappedKey ?? null,
    sealedMeta: sealedMeta ?? null,
    version: fileVersion ?? 1,
    mimeType: mimetype ?? '',
    inPlace,
  };
}

/**
 * Of a sealed file. In segments, the size of its content cannot be computed, so the sender states it; then a part may be copied.
 * @throws AppError SEALED_INVALID
 */
function sizesOf({ expectedBytes, contentSize, copiedBytes = 0, replace, resumable }: Input) {
  if (contentSize === undefined && copiedBytes === 0)
    return { size: contentOf(expectedBytes), sealedSize: expectedBytes, copiedBytes };
  const sealedSize = expectedBytes + copiedBytes;
  const isPossible = contentSize !== undefined && isSegmented({ size: contentSize, sealedSize });
  if (!isPossible || !resumable || (copiedBytes > 0 && !replace)) throw new AppError('SEALED_INVALID');
  return { size: contentSize, sealedSize, copiedBytes };
}

/** Of a company that takes end-to-end encrypted files only. */
export const managedRefused = (actor: UserActor) =>
  new AppError(
    'E2E_REQUIRED',
    hasKeys(actor)
      ? {}
      : {
          message: 'Your company accepts end-to-end encrypted files only. Ask its owner to give you encryption keys',
        },
  );

/** Bytes of content in a sealed file of this size. @throws AppError SEALED_INVALID */
function contentOf(sealedSize: number): number {
  try {
    return contentSizeOf(sealedSize);
  } catch (error) {
    throw new AppError('SEALED_INVALID', { cause: error });
  }
}

/** Identifies the repeat of a sealed upload: a key is wrapped once for each upload. */
export const sealedKey = ({ fileId, fileVersion, wrappedKey }: Pick<Input, 'fileId' | 'fileVersion' | 'wrappedKey'>) =>
  `sdx1 ${fileId} ${fileVersion} ${wrappedKey}`;
