import { eachCsvRow, firstSheet, isCsv } from '../../../ui/file/read-rows';
import { TableReader, type TableInsight } from './table-profile';

/** Bytes. A larger one would delay its upload by minutes. */
const maxCsvBytes = 1024 ** 3;
/** Bytes. A workbook is unpacked in memory; a larger one would block the page for seconds. */
const maxWorkbookBytes = 20 * 1024 * 1024;

/**
 * Counts the rows and finds the column types of a CSV file or of a workbook's first sheet.
 * @returns null when the file is no table or too large to read
 */
export async function profileTable(file: File): Promise<TableInsight | null> {
  const reader = new TableReader();
  if (isCsv(file.name)) {
    if (file.size > maxCsvBytes) return null;
    await eachCsvRow(file, (row) => reader.add(row));
    return reader.result();
  }
  if (!/\.xlsx$/i.test(file.name) || file.size > maxWorkbookBytes) return null;
  const first = await firstSheet(file);
  for (const row of first?.rows ?? []) reader.add(row);
  return reader.result(first?.sheet);
}
