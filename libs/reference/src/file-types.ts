/** What the file list's type filter tells apart. */
export const fileGroups = ['document', 'spreadsheet', 'presentation', 'image', 'video', 'other'] as const;
export type FileGroup = (typeof fileGroups)[number];

/** What the download page's icons tell apart. */
export type FileIcon = 'pdf' | 'spreadsheet' | 'archive' | 'other';

export interface UploadFormat {
  /** As the upload hint names it. */
  name: string;
  /** Lower case, without the dot. */
  extensions: readonly string[];
  mimeTypes: readonly string[];
}

const openXml = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** The formats the upload hint lists. */
export const uploadFormats: readonly UploadFormat[] = [
  { name: 'PDF', extensions: ['pdf'], mimeTypes: ['application/pdf'] },
  {
    name: 'Excel',
    extensions: ['xlsx', 'xls'],
    mimeTypes: [`${openXml}.spreadsheetml.sheet`, 'application/vnd.ms-excel'],
  },
  { name: 'CSV', extensions: ['csv'], mimeTypes: ['text/csv'] },
  { name: 'JPG', extensions: ['jpg', 'jpeg'], mimeTypes: ['image/jpeg'] },
  { name: 'PNG', extensions: ['png'], mimeTypes: ['image/png'] },
  { name: 'GIF', extensions: ['gif'], mimeTypes: ['image/gif'] },
];

/** The first bytes of pictures, as hex (PNG 5.2, JPEG B.1.1). */
export const pictureSignatures = { png: '89504e470d0a1a0a', jpeg: 'ffd8ff' };

type Kind = 'pdf' | 'archive' | FileGroup;

const extensionsOf: Partial<Record<Kind, string>> = {
  pdf: 'pdf',
  document: 'doc docx docm dot dotx odt rtf txt md pages epub tex',
  spreadsheet: 'xls xlsx xlsm xlsb csv tsv ods numbers',
  presentation: 'ppt pptx pptm pps ppsx odp key',
  image: 'jpg jpeg png gif webp avif bmp tif tiff svg heic heif ico',
  video: 'mp4 m4v mov avi mkv webm wmv flv mpg mpeg ogv 3gp',
  archive: 'zip tar gz tgz bz2 xz 7z rar zst',
};

const mimeTypesOf: Partial<Record<Kind, readonly string[]>> = {
  pdf: ['application/pdf'],
  document: [
    'application/msword',
    `${openXml}.wordprocessingml.document`,
    `${openDocument}.text`,
    'application/rtf',
    'text/rtf',
    'text/plain',
    'text/markdown',
    'application/epub+zip',
  ],
  spreadsheet: [
    'application/vnd.ms-excel',
    `${openXml}.spreadsheetml.sheet`,
    `${openDocument}.spreadsheet`,
    'text/csv',
    'text/tab-separated-values',
  ],
  presentation: [
    'application/vnd.ms-powerpoint',
    `${openXml}.presentationml.presentation`,
    `${openXml}.presentationml.slideshow`,
    `${openDocument}.presentation`,
  ],
  archive: [
    'application/zip',
    'application/x-zip-compressed',
    'application/x-tar',
    'application/gzip',
    'application/x-gzip',
    'application/x-bzip2',
    'application/x-xz',
    'application/zstd',
    'application/x-7z-compressed',
    'application/vnd.rar',
    'application/x-rar-compressed',
  ],
};

const kinds = Object.keys(extensionsOf) as Kind[];
const kindByExtension = new Map(
  kinds.flatMap((kind) => (extensionsOf[kind] ?? '').split(' ').map((extension) => [extension, kind] as const)),
);
const kindByMimeType = new Map(kinds.flatMap((kind) => (mimeTypesOf[kind] ?? []).map((type) => [type, kind] as const)));

function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** The name decides first: browsers send CSV files as Excel and anything unusual as octet-stream. */
function kindOf(name: string, mimeType: string): Kind {
  const type = mimeType.replace(/;.*$/s, '').trim().toLowerCase();
  const known = kindByExtension.get(extensionOf(name)) ?? kindByMimeType.get(type);
  if (known) return known;
  if (type.startsWith('image/')) return 'image';
  return type.startsWith('video/') ? 'video' : 'other';
}

/** The filter group of a file, by the extension of its name, else by its MIME type (parameters ignored). */
export function fileGroupOf(name: string, mimeType = ''): FileGroup {
  const kind = kindOf(name, mimeType);
  if (kind === 'pdf') return 'document';
  return kind === 'archive' ? 'other' : kind;
}

/** The icon of a file, decided as its filter group is. */
export function fileIconOf(name: string, mimeType = ''): FileIcon {
  const kind = kindOf(name, mimeType);
  return kind === 'pdf' || kind === 'spreadsheet' || kind === 'archive' ? kind : 'other';
}

/** The listed upload format a file's name claims by its extension, or undefined. The content may still differ. */
export function uploadFormatOf(name: string): UploadFormat | undefined {
  const extension = extensionOf(name);
  return uploadFormats.find(({ extensions }) => extensions.includes(extension));
}

/** The media type a file's name claims among the listed upload formats, or undefined. */
export function claimedTypeOf(name: string): string | undefined {
  const format = uploadFormatOf(name);
  return format?.mimeTypes[Math.min(format.extensions.indexOf(extensionOf(name)), format.mimeTypes.length - 1)];
}
