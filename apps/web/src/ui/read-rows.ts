/** What a cell of a CSV or a workbook may hold. */
export type Cell = string | number | boolean | Date | null | undefined;

const chunkBytes = 512 * 1024;

export const isCsv = (name: string) => /\.csv$/i.test(name);

/**
 * Reads CSV row by row, in pieces, so that a large file neither fills the memory nor stops the page.
 * @param take false ends the reading
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

/** A cell as people read it; days of a workbook have no hour. */
export function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, '');
  return String(cell);
}

/** The rows of a workbook's first sheet. */
export async function firstSheet(source: Blob): Promise<{ sheet: string; rows: Cell[][] } | undefined> {
  const { default: readWorkbook } = await import('read-excel-file/browser');
  const [first] = await readWorkbook(source);
  return first && { sheet: first.sheet, rows: first.data as Cell[][] };
}

/** The first rows as text, for a look at the file; rejects when it cannot be read as a table. */
export async function firstRows(source: Blob, name: string, limit: number): Promise<string[][]> {
  if (!isCsv(name)) return ((await firstSheet(source))?.rows ?? []).slice(0, limit).map((row) => row.map(cellText));
  const rows: string[][] = [];
  await eachCsvRow(source, (row) => rows.push(row) < limit);
  return rows;
}
