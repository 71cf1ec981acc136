import { binCommands, binEvents } from './bin';
import { fileCommands, fileEvents } from './file';
import { folderCommands, folderEvents } from './folder';
import { holdCommands } from './hold';
import { receivedCommands } from './received';
import { uploadCommands, uploadEvents } from './upload';

export type { BinFile } from './bin';
export { maxCopiedRanges, type CopiedRange } from './copied-ranges';
export {
  maxFilesAtOnce,
  type FileView,
  type Sample,
  type FileDetails,
  type FileVersion,
  type FilePage,
  type DirectoryView,
  type DirectoryPage,
  type StoredFile,
} from './file';
export { fileDefaults, type FileTerms, fileTerms, fileTermsForm } from './file-terms';
export {
  maxInlineFiles,
  maxInlineFilesTotal,
  type FolderView,
  type FolderAccess,
  type Stats,
  type FoundFolder,
  type FoundFile,
} from './folder';
export { maxInsight, columnTypes, type FileProfile } from './insight';
export { mostReceived, type ReceivedFile, type ReceivedDetails, type ReceivedFolder } from './received';
export { type UploadedFile, type BatchResult, type OpenedUpload, type UploadState, uploadInput } from './upload';
export {
  partsPage,
  maxDirectParts,
  directPartMark,
  type UploadPart,
  type PartSums,
  type StoredPart,
  type UploadParts,
  type DirectParts,
} from './upload-parts';

export const storage = {
  ...folderCommands,
  ...fileCommands,
  ...binCommands,
  ...receivedCommands,
  ...uploadCommands,
  ...holdCommands,
};

export const storageEvents = {
  ...folderEvents,
  ...binEvents,
  ...uploadEvents,
  ...fileEvents,
};
