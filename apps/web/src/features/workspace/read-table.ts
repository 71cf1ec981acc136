import { eachCsvRow, firstSheet, isCsv } from '../../ui/read-rows';
import { TableReader, type TableInsight } from './table-profile';

/** A workbook is unpacked as a whole; a larger one would stop the page for seconds. */
const maxWorkbookBytes = 20 * 1024 * 1024;

/**
 * Counts and types what a CSV or the first sheet of a workbook holds, before a byte is sent.
 * @returns null for what is no table or too large to look into
 */
export async function profileTable(file: File): Promise<TableInsight | null> {
  const reader = new TableReader();
  if (isCsv(file.name)) {
    await eachCsvRow(file, (row) => reader.add(row));
    return reader.result();
  }
  if (!/\.xlsx$/i.test(file.name) || file.size > maxWorkbookBytes) return null;
  const first = await firstSheet(file);
  for (const row of first?.rows ?? []) reader.add(row);
  return reader.result(first?.sheet);
}
