import { command, event, internal } from '../define';
import { sealedUpload, type Mode } from '../encryption/sealed';
import type { Problem } from '../errors';
import {
  array,
  boolean,
  byGateway,
  count,
  directory,
  eachAlone,
  id,
  object,
  singleLine,
  string,
  text,
  uuidPattern,
} from '../values/fields';
import { scan } from '../values/scan';
import { maxBatchFiles } from '../values/upload-sizes';
import { copiedRanges } from './copied-ranges';
import type { FileView } from './file';
import { fileTerms } from './file-terms';
import type { FolderRef } from './folder-ref';
import { preview, profile } from './insight';
import { directParts, type DirectParts, type StoredPart, type UploadPart, type UploadParts } from './upload-parts';

export interface UploadedFile {
  file: FileView;
  /** The file's total amount, as decimal text. */
  totalvalue: string;
}

/** The result for one file of a batch. `name` as sent; `status` as for an upload of this file alone. */
export interface BatchResult {
  name: string;
  status: number;
  file?: FileView;
  error?: Pick<Problem, 'code' | 'message' | 'requestId' | 'errors'>;
}

/** An opened upload, or the error. `done`: see `beginUpload`. */
export type OpenedUpload =
  { uploadId: string; objectKey: string; done?: UploadedFile } | { error: NonNullable<BatchResult['error']> };

/** A resumable upload: its parts in order, until they are joined into one object. */
export interface UploadState {
  uploadId: string;
  /** The file name on the uploading machine. */
  originalName: string;
  objectKey: string;
  /** Bytes received (`offset`) and bytes announced (`length`). */
  offset: number;
  length: number;
  parts: { objectKey: string; size: number }[];
  expiresAt: string | null;
  /** Bytes that are not sent, but copied from the version that is replaced; absent from storage of the release before. */
  copiedBytes?: number;
  /** Null for a managed file. `contentSize`: of a file that is sealed in segments; null for any other, absent from storage of the release before. */
  sealed: { fileId: string; version: number; mimetype: string; contentSize?: number | null } | null;
  done?: UploadedFile;
}

const managedFile = {
  name: singleLine(),
  /** Where a new file is put inside the folder, such as `2026/orders`. The file's name in answers begins with it. Absent: at the top level. */
  directory: directory(),
  ...fileTerms,
  sample: boolean(),
  preview: preview(),
  profile: profile(),
};
const newFile = { fileId: id(), ...managedFile, ...sealedUpload };

/**
 * `fileId`: with `replace` the file that gets a new version; otherwise the id of a new sealed file, which its sender chooses.
 * A sealed upload has all of `enc`, `fileId`, `fileVersion`, `wrappedKey`, `sealedMeta` and `mimetype`; a managed one has none.
 */
export const uploadInput = object({
  folderId: id().required(),
  replace: boolean().default(false).meta(byGateway),
  ...newFile,
  /** For a new version: earlier versions are deleted, because they were not sealed. */
  inPlace: boolean(),
}).test(
  'sealed',
  'enc, fileId, fileVersion, wrappedKey, sealedMeta and mimetype must be sent together',
  ({ enc, fileId, fileVersion, wrappedKey, sealedMeta, mimetype }) =>
    enc
      ? uuidPattern.test(fileId ?? '') && !!fileVersion && !!wrappedKey && !!sealedMeta && !!mimetype
      : !fileVersion && !wrappedKey && !sealedMeta,
);

/** Facts about the bytes of an upload, which the gateway computed while it stored them. */
const managedBytes = {
  uploadId: id().required(),
  size: count().required(),
  /** In hex; of a file that the store has joined: that of the SHA-256 of its parts, and their number, as in `9f86d0…-12`. */
  sha256: text(70).required(),
  crc32: count().required(),
  mimetype: text(200).required(),
  scan: scan(),
};
const receivedBytes = object({ ...managedBytes, sealedSize: count() });

export const uploadCommands = {
  /**
   * Opens an upload: reserves quota and creates an upload with a lease. `done` is set when a call with the same idempotency key
   * was committed before: return it, and write nothing to the store.
   * @throws QUOTA_EXCEEDED, OWNER_KEYS_REQUIRED, NOT_FOUND, E2E_REQUIRED, VERSION_CONFLICT, VERSIONS_FULL
   */
  beginUpload: command<{ uploadId: string; objectKey: string; done?: UploadedFile }>()(
    'storage.begin-upload',
    uploadInput.shape({
      fileName: singleLine().required('file is required').meta(byGateway),
      expectedBytes: count().required().meta(byGateway),
      resumable: boolean().default(false).meta(byGateway),
      /** Of a file that is sealed in segments, which must be resumable: bytes of its content. */
      contentSize: count().meta(byGateway),
      /** Of its next version: bytes of the sealed file that are copied from the version that is replaced. */
      copiedBytes: count().meta(byGateway),
    }),
  ),
  /**
   * Opens an upload for each of many small files, each as if it came alone. `terms` has what `beginUpload` takes of each, in the
   * order of `files`; a file's `position` is its own in the call. @throws NOT_FOUND, IN_PROGRESS
   */
  beginUploads: command<{ uploads: OpenedUpload[] }>()(
    'storage.begin-uploads',
    object({
      folderId: id().required(),
      terms: eachAlone(object(newFile)).required('terms is required').max(maxBatchFiles),
      files: array(
        object({ fileName: string().defined(), expectedBytes: count().required(), position: count().required() }),
      )
        .default([])
        .max(maxBatchFiles)
        .meta(byGateway),
    }),
  ),
  /** The state of a resumable upload. Once it is committed, `offset` equals `length`. @throws NOT_FOUND */
  uploadState: command<UploadState>()('storage.upload-state', object({ uploadId: id().required() })),
  /** Adds a stored part to the upload. @throws UPLOAD_GONE, OFFSET_CONFLICT when another part was added first */
  commitPart: command<{ offset: number }>()(
    'storage.keep-part',
    object({
      uploadId: id().required(),
      objectKey: text(500).required().meta(byGateway),
      offset: count().required().meta(byGateway),
      size: count().required().meta(byGateway),
    }),
  ),
  /** Lists the parts that are stored, by number; none once the upload is committed. @throws NOT_FOUND */
  uploadParts: command<UploadParts>()(
    'storage.upload-parts',
    object({ uploadId: id().required(), from: count().default(1) }),
  ),
  /**
   * Reads where the parts are stored, in pages, for the gateway, which compares and joins them. `copied`: the ranges of the version that is
   * replaced that are joined with them, in order, if the upload was opened with `copiedBytes`. `multipartId`: the multipart upload of the store that has
   * the parts without a key.
   * @throws UPLOAD_GONE, PARTS_DIFFER, FILE_TYPE, SEALED_INVALID, MALWARE, QUOTA_EXCEEDED, IN_PROGRESS, RANGE, VERSION_CONFLICT
   */
  commitParts: command<{ parts: StoredPart[]; replaced?: string | null; multipartId?: string | null }>()(
    'storage.commit-parts',
    object({
      uploadId: id().required(),
      partsSha256: text(64).required(),
      copied: copiedRanges(),
      /** Whether the gateway lets the store join a multipart upload; gateways of the release before do not. */
      joinsInStore: boolean().default(false).meta(byGateway),
      from: count().default(1).meta(byGateway),
    }),
  ),
  /** A part that is sent again replaces the earlier one, unless both are equal. @throws UPLOAD_GONE, PART_INVALID, SEALED_INVALID */
  putPart: command<UploadPart>()(
    'storage.put-part',
    object({
      uploadId: id().required(),
      number: count().required(),
      objectKey: text(500).required().meta(byGateway),
      size: count().required().meta(byGateway),
      sha256: text(64).required().meta(byGateway),
      /** Absent from gateways of the release before. */
      crc32: count().meta(byGateway),
    }),
  ),
  /**
   * `wanted`: parts that the caller is about to send; each address accepts only a `PUT` with exactly the size and the checksum of its part. `stored`: parts
   * that were sent in this way, and from now on belong to the upload. @throws UPLOAD_GONE, PART_INVALID
   */
  directParts: command<DirectParts>()(
    'storage.direct-parts',
    object({ uploadId: id().required(), wanted: directParts(), stored: directParts() }),
  ),
  /** Removes a part that the store does not have as it was announced. */
  dropPart: internal<{ ok: true }>()(
    'storage.drop-part',
    object({ uploadId: id().required(), number: count().required(), objectKey: text(500).defined().nullable() }),
  ),
  /** The store has this multipart upload no more: its parts must be sent again, to another one. */
  endMultipart: internal<{ ok: true }>()(
    'storage.end-multipart',
    object({ uploadId: id().required(), multipartId: text(2000).required() }),
  ),
  /** Turns an upload into a file or a new version. `size`: bytes of content; `sealedSize`: bytes of the sealed file. @throws VERSION_CONFLICT, OWNER_KEYS_REQUIRED, or UPLOAD_GONE when the lease has ended, the folder was deleted, or a repeat has taken over */
  commitUpload: internal<UploadedFile>()('storage.commit-upload', receivedBytes),
  /**
   * An upload in one command: a new managed file after its bytes are stored, as the object of `uploadId`, which becomes its id. A repeat answers the same file.
   * @throws QUOTA_EXCEEDED, NOT_FOUND, E2E_REQUIRED
   */
  addFile: internal<UploadedFile>()(
    'storage.add-file',
    object({ folderId: id().required(), fileName: singleLine().required(), ...managedFile, ...managedBytes }),
  ),
  /** As `commitUpload`, for many: one that may not be committed does not stop the others. */
  commitUploads: internal<{ results: BatchResult[] }>()(
    'storage.commit-uploads',
    object({ uploads: array(receivedBytes.required()).required().max(maxBatchFiles) }),
  ),
  /** Aborts the upload and records that malware was found. */
  rejectInfectedUpload: internal<{ ok: true }>()(
    'storage.refuse-upload',
    object({ uploadId: id().required(), signature: singleLine(200).required() }),
  ),
  /** Releases the reserved quota, deletes the upload and its stored bytes. Does nothing once it is committed. */
  abortUpload: command<{ ok: true }>()('storage.abort-upload', object({ uploadId: id().required() })),
};

export const uploadEvents = {
  fileUploaded: event<FolderRef & { fileId: string; name: string; size: number; sha256: string; mode: Mode }>(
    'evt.storage.file-uploaded',
    { to: ['audit'] },
  ),
  /** Malware was found in an upload; nothing was stored. */
  infectedFileRejected: event<FolderRef & { name: string; signature: string }>('evt.storage.file-refused', {
    to: ['audit'],
  }),
  /** The owner sealed a managed file in place. */
  fileSealed: event<FolderRef & { fileId: string; name: string; version: number }>('evt.storage.file-sealed', {
    to: ['audit'],
  }),
  /** `emails`: addresses with access to the folder; they are notified. */
  fileReplaced: event<
    FolderRef & { fileId: string; name: string; version: number; size: number; sha256: string; emails: string[] }
  >('evt.storage.file-replaced', {
    to: ['audit', 'notification'],
  }),
};
