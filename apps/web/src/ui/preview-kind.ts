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

/** How a file is shown; by the name, whose format the server has proved. */
export const previewKind = (name: string): PreviewKind =>
  byExtension[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'none';

/** What is enough to show the file: the beginning of text, and undefined, all of it, where only the whole can be read. */
export const previewBytes = (name: string): number | undefined => (/\.(csv|txt)$/i.test(name) ? 256 * 1024 : undefined);

export const previewRows = 50;
