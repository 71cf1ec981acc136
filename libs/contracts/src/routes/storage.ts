import { storage } from '../storage';
import { del, get, head, patch, post, put, type Route } from './route';

/** A form with the file as its last part. */
const fileForm = { body: 'multipart', files: ['file'], idempotent: true, answeredBy: storage.commitUpload } as const;

export const storageRoutes = {
  folders: get('/file-sharing/folders', storage.folders, { list: true, allow: 'sender', kyc: true, key: 'read' }),
  files: get('/file-sharing/folders/:folderId/files', storage.files, {
    list: true,
    allow: 'sender',
    kyc: true,
    key: 'read',
  }),
  directories: get('/file-sharing/folders/:folderId/directories', storage.directories, {
    list: true,
    allow: 'sender',
    kyc: true,
    key: 'read',
  }),
  createFolder: post('/file-sharing/folders', storage.createFolder, {
    allow: 'sender',
    kyc: true,
    key: 'upload',
    status: 201,
    idempotent: true,
  }),
  renameFolder: post('/file-sharing/folders/:name', storage.renameFolder, {
    allow: 'sender',
    kyc: true,
    key: 'upload',
  }),
  deleteFolder: del('/file-sharing/folders/:name', storage.deleteFolder, { allow: 'sender', kyc: true }),
  /** Text fields first, the file last; at most 50 MiB, unless the installation sets another limit. A rejected upload leaves nothing behind. */
  uploadFile: post('/file-sharing/folders/:folderId/files', storage.beginUpload, {
    ...fileForm,
    doneBy: storage.addFile,
    allow: 'sender',
    kyc: true,
    key: 'upload',
    status: 201,
  }),
  /**
   * Many small files in one call: at most 200, and 64 MiB. First the field `terms`, a JSON array in the order of the files, with an object for
   * each (an empty one for the defaults); then the files. Answers with one result for each file: one that is refused does not refuse the others.
   */
  uploadFiles: post('/file-sharing/folders/:folderId/files/batch', storage.beginUploads, {
    ...fileForm,
    answeredBy: storage.commitUploads,
    allow: 'sender',
    kyc: true,
    key: 'upload',
  }),
  describeFolder: post('/file-sharing/folders/:id/details', storage.describeFolder, {
    allow: 'sender',
    kyc: true,
    key: 'upload',
  }),
  /** Pins the folder to the top of the owner's folder list. */
  pinFolder: post('/file-sharing/folders/:id/pin', storage.pinFolder, {
    allow: 'sender',
    kyc: true,
    key: 'upload',
    fixed: { pinned: true },
  }),
  /** Removes the folder's pin. */
  unpinFolder: del('/file-sharing/folders/:id/pin', storage.pinFolder, {
    allow: 'sender',
    kyc: true,
    key: 'upload',
    fixed: { pinned: false },
  }),
  /** Opens a resumable upload (tus 1.0). `Upload-Metadata` contains `folderId`, `fileName` and the terms of the file; of one that is sealed in segments `contentSize`, and `copiedBytes` if bytes of the version that it replaces are copied. */
  createUpload: post('/file-sharing/uploads', storage.beginUpload, {
    allow: 'sender',
    kyc: true,
    key: 'upload',
    status: 201,
    body: 'tus',
    idempotent: true,
    answeredBy: storage.commitUpload,
  }),
  uploadState: head('/file-sharing/uploads/:uploadId', storage.uploadState, {
    allow: 'sender',
    kyc: true,
    key: 'upload',
    body: 'tus',
  }),
  /** The answer to the last bytes contains the file. */
  continueUpload: patch('/file-sharing/uploads/:uploadId', storage.commitPart, {
    allow: 'sender',
    kyc: true,
    key: 'upload',
    body: 'tus',
    answeredBy: storage.commitUpload,
  }),
  /**
   * An upload that `createUpload` has opened can be sent in numbered parts, several at once and in any
   * order, instead of `continueUpload`. `commitParts` completes it.
   */
  uploadParts: get('/file-sharing/uploads/:uploadId/parts', storage.uploadParts, {
    allow: 'sender',
    kyc: true,
    key: 'upload',
  }),
  /** The bytes of one part. If size or checksum are wrong, nothing changes. */
  putPart: put('/file-sharing/uploads/:uploadId/parts/:number', storage.putPart, {
    allow: 'sender',
    kyc: true,
    key: 'upload',
    body: 'part',
  }),
  /**
   * Addresses of the object store to which parts of a sealed upload can be sent instead of `putPart`, for several parts in one call. The
   * installation may not offer it: then there are no addresses. Send each part within five minutes, with its `content-length` and its checksum, in base64: its MD5 as
   * `content-md5` if `checksum` names this header, otherwise its SHA-256 as `x-amz-checksum-sha256`. Name it in `stored` of a later call. If each part comes with its MD5 and
   * its CRC-32, the store joins them, and no server reads the bytes.
   */
  directParts: post('/file-sharing/uploads/:uploadId/parts/direct', storage.directParts, {
    allow: 'sender',
    kyc: true,
    key: 'upload',
  }),
  /**
   * Joins the parts into the file. `partsSha256`: SHA-256, in lower-case hex, of the checksums of all parts in their order, 32 bytes each. So
   * nothing is joined but what the caller has sent. Answers `IN_PROGRESS` while a large file is joined: repeat the call until it answers with
   * the file. `copied`: of an upload that was opened with `copiedBytes`, the ranges of the version that is replaced that come between the parts.
   */
  commitParts: post('/file-sharing/uploads/:uploadId/commit', storage.commitParts, {
    allow: 'sender',
    kyc: true,
    key: 'upload',
    answeredBy: storage.commitUpload,
  }),
  endUpload: del('/file-sharing/uploads/:uploadId', storage.abortUpload, {
    allow: 'sender',
    kyc: true,
    key: 'upload',
    body: 'tus',
  }),
  /** Uploads a new version of the file, of the same kind, like a new file. */
  replaceFile: post('/file-sharing/folders/:folderId/files/:fileId/versions', storage.beginUpload, {
    ...fileForm,
    allow: 'sender',
    kyc: true,
    key: 'upload',
    status: 201,
    fixed: { replace: true },
  }),
  versions: get('/file-sharing/folders/:folderId/files/:fileId/versions', storage.versions, {
    list: true,
    allow: 'sender',
    kyc: true,
    key: 'read',
  }),
  versionContent: get('/file-sharing/folders/:folderId/files/:fileId/versions/:version/content', storage.openVersion, {
    allow: 'sender',
    kyc: true,
    key: 'read',
    answer: 'bytes',
  }),
  /**
   * Addresses of the object store for ranges of an end-to-end encrypted version, instead of `versionContent`. Read them within five minutes, each with exactly
   * its range (`Range: bytes=start-last`). The installation may not offer it: then there are no addresses.
   */
  versionRanges: post('/file-sharing/folders/:folderId/files/:fileId/versions/:version/direct', storage.directRanges, {
    allow: 'sender',
    kyc: true,
    key: 'read',
  }),
  file: get('/file-sharing/folders/:folderId/files/:fileId', storage.file, { allow: 'sender', kyc: true, key: 'read' }),
  editFile: patch('/file-sharing/folders/:folderId/files/:fileId', storage.editFile, {
    allow: 'sender',
    kyc: true,
    key: 'upload',
  }),
  filePreview: get('/file-sharing/folders/:folderId/files/:fileId/preview', storage.openFile, {
    allow: 'sender',
    kyc: true,
    key: 'read',
    answer: 'bytes',
  }),
  fileContent: get('/file-sharing/folders/:folderId/files/:fileId/content', storage.openFile, {
    allow: 'sender',
    kyc: true,
    key: 'read',
    answer: 'bytes',
  }),
  deleteFile: post('/file-sharing/delete-file', storage.deleteFile, { allow: 'sender', kyc: true }),
  deleteFiles: post('/file-sharing/delete-files', storage.deleteFiles, { allow: 'sender', kyc: true }),
  moveFiles: post('/file-sharing/move-files', storage.moveFiles, { allow: 'sender', kyc: true }),
  bin: get('/file-sharing/bin', storage.bin, { list: true, allow: 'sender', kyc: true, key: 'read' }),
  restore: post('/file-sharing/bin/restore', storage.restore, { allow: 'sender', kyc: true }),
  emptyBin: post('/file-sharing/bin/empty', storage.emptyBin, { allow: 'sender', kyc: true }),
  deliver: post('/file-sharing/folders/email-update', storage.deliver, { allow: 'sender', kyc: true, key: 'deliver' }),
  changeAccess: post('/file-sharing/folders/:id/access', storage.changeAccess, {
    allow: 'sender',
    kyc: true,
    key: 'deliver',
  }),
  removeAccess: del('/file-sharing/folders/:id/emails/:email', storage.removeAccess, {
    allow: 'sender',
    kyc: true,
    key: 'deliver',
  }),
  stats: get('/file-sharing/stats', storage.stats, { allow: 'any', kyc: true, key: 'read' }),
  searchWorkspace: get('/file-sharing/search', storage.search, { allow: 'any', kyc: true, key: 'read' }),
  received: post('/file-sharing/reciver-file', storage.received, {
    allow: 'any',
    kyc: true,
    key: 'read',
    self: { email: 'email' },
  }),
  receivedFolders: get('/file-sharing/received', storage.receivedFolders, {
    list: true,
    allow: 'any',
    kyc: true,
    key: 'read',
  }),
  receivedFiles: get('/file-sharing/received/:folderId/files', storage.receivedFiles, {
    list: true,
    allow: 'any',
    kyc: true,
    key: 'read',
  }),
  receivedDirectories: get('/file-sharing/received/:folderId/directories', storage.receivedDirectories, {
    list: true,
    allow: 'any',
    kyc: true,
    key: 'read',
  }),
  receivedFile: get('/file-sharing/received/:folderId/files/:fileId', storage.receivedFile, {
    allow: 'any',
    kyc: true,
    key: 'read',
  }),
  receivedSample: get('/file-sharing/received/:folderId/files/:fileId/sample', storage.openSample, {
    allow: 'any',
    kyc: true,
    key: 'read',
    answer: 'bytes',
  }),
} satisfies Record<string, Route>;
