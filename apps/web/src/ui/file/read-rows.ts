import { zipSizes } from './zip-sizes';
import { t } from '../../i18n/t';

/** The value of a cell of a CSV or a workbook. */
export type Cell = string | number | boolean | Date | null | undefined;

const chunkBytes = 512 * 1024;
/** More would fill the memory of the page: a small file can unpack to gigabytes. */
const mostUnpacked = { files: 2_000, bytes: 256 * 1024 * 1024 };

export const isCsv = (name: string) => /\.csv$/i.test(name);

/**
 * Reads CSV row by row, in pieces, so that a large file neither fills the memory nor blocks the page.
 * @param take return false to stop
 */
export async function eachCsvRow(source: Blob, take: (row: string[]) => boolean | void): Promise<void> {
  const { default: Papa } = await import('papaparse');
  await new Promise<void>((resolve, reject) => {
    Papa.parse<string[], File>(new File([source], 'rows.csv'), {
      chunkSize: chunkBytes,
      skipEmptyLines: 'greedy',
      chunk: ({ data }, parser) => {
        if (data.some((row) => take(row) === false)) parser.abort();
      },
      complete: () => resolve(),
      error: reject,
    });
  });
}

/** A cell as text; dates of a workbook have no time. */
export function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, '');
  return String(cell);
}

/** The rows of a workbook's first sheet. @throws Error for one that unpacks to too much */
export async function firstSheet(source: Blob): Promise<{ sheet: string; rows: Cell[][] } | undefined> {
  const unpacked = await zipSizes(source);
  if (!unpacked || unpacked.files > mostUnpacked.files || unpacked.bytes > mostUnpacked.bytes)
    throw new Error(t('This workbook is too large to be shown here'));
  const { default: readWorkbook } = await import('read-excel-file/browser');
  const [first] = await readWorkbook(source);
  return first && { sheet: first.sheet, rows: first.data as Cell[][] };
}

/** The first rows as text; rejects when the file is not a readable table. */
export async function firstRows(source: Blob, name: string, limit: number): Promise<string[][]> {
  if (!isCsv(name)) return ((await firstSheet(source))?.rows ?? []).slice(0, limit).map((row) => row.map(cellText));
  const rows: string[][] = [];
  await eachCsvRow(source, (row) => rows.push(row) < limit);
  return rows;
}
