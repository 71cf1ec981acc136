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

/** The formats the upload hint lists, unless the installation sets others. */
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

export const officeFormats: readonly UploadFormat[] = [
  {
    name: 'Word',
    extensions: ['docx', 'doc'],
    mimeTypes: [`${openXml}.wordprocessingml.document`, 'application/msword'],
  },
  {
    name: 'PowerPoint',
    extensions: ['pptx', 'ppt'],
    mimeTypes: [`${openXml}.presentationml.presentation`, 'application/vnd.ms-powerpoint'],
  },
];

const knownFormats = [...uploadFormats, ...officeFormats];

/** Extensions of the files that an installation accepts; null for any file. */
export type FileTypes = readonly string[] | null;

export const defaultFileTypes: readonly string[] = uploadFormats.flatMap(({ extensions }) => extensions);

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

/** Lower case, without the dot; empty for a name without one. */
export function extensionOf(name: string): string {
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

export const isAllowedType = (name: string, types: FileTypes): boolean =>
  types === null || types.includes(extensionOf(name));

/**
 * The MIME type that a file's name stands for; undefined if the installation does not accept it. A format that is not known here is only
 * bytes, so that no browser ever runs it.
 */
export function claimedTypeOf(name: string, types: FileTypes = defaultFileTypes): string | undefined {
  if (!isAllowedType(name, types)) return undefined;
  const extension = extensionOf(name);
  const format = knownFormats.find(({ extensions }) => extensions.includes(extension));
  if (!format) return 'application/octet-stream';
  return format.mimeTypes[Math.min(format.extensions.indexOf(extension), format.mimeTypes.length - 1)];
}

const pictures = uploadFormats.filter(({ mimeTypes }) => mimeTypes[0]?.startsWith('image/'));

/** The accepted formats as the upload hint names them: documents and other files, then pictures. */
export function formatNames(types: readonly string[]): { files: string[]; pictures: string[] } {
  // a format is named only if all of its extensions are accepted
  const namesOf = (formats: readonly UploadFormat[]) =>
    formats.flatMap(({ name, extensions }) => {
      const accepted = extensions.filter((extension) => types.includes(extension));
      return accepted.length === extensions.length ? [name] : accepted.map((extension) => extension.toUpperCase());
    });
  const known = new Set(knownFormats.flatMap(({ extensions }) => extensions));
  const others = types.filter((type) => !known.has(type)).map((type) => type.toUpperCase());
  const documents = knownFormats.filter((format) => !pictures.includes(format));
  return { files: [...namesOf(documents), ...others], pictures: namesOf(pictures) };
}

/** `PDF, Excel, CSV, Images (JPG, PNG, GIF)`; `all` for any file. */
export function formatsText(types: FileTypes): string {
  if (types === null) return 'all';
  const { files, pictures: images } = formatNames(types);
  return [...files, ...(images.length > 0 ? [`Images (${images.join(', ')})`] : [])].join(', ');
}
