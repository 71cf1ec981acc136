export type PreviewKind = 'image' | 'pdf' | 'table' | 'text' | 'none';

const byExtension: Record<string, PreviewKind> = {
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  gif: 'image',
  pdf: 'pdf',
  csv: 'table',
  xlsx: 'table',
  txt: 'text',
};

/** The kind of preview, by name: the server has verified that the format matches it. */
export const previewKind = (name: string): PreviewKind =>
  byExtension[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'none';

/** Bytes needed for a preview; undefined when the whole file is needed. */
export const previewBytes = (name: string): number | undefined => (/\.(csv|txt)$/i.test(name) ? 256 * 1024 : undefined);

export const previewRows = 50;
