import { maxInsight, type FileProfile } from '@tradepost/contracts/storage';
import { cellText, type Cell } from '../../../ui/file/read-rows';
import { t } from '../../../i18n/t';

type ColumnType = FileProfile['columns'][number]['type'];

const maxColumns = 200;
const previewRows = 10;
const maxCell = 200;

const integer = /^[+-]?\d{1,15}$/;
const decimal = /^[+-]?(\d+([.,]\d+)?|[.,]\d+)(e[+-]?\d+)?$/i;
const date =
  /^(\d{4}[-/.]\d{1,2}([-/.]\d{1,2})?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})([ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const truth = /^(true|false|yes|no)$/i;

function typeOf(cell: Cell): ColumnType {
  if (cell === null || cell === undefined || cell === '') return 'empty';
  if (cell instanceof Date) return 'date';
  if (typeof cell === 'boolean') return 'boolean';
  if (typeof cell === 'number') return Number.isInteger(cell) ? 'integer' : 'number';
  const text = cell.trim();
  if (text === '') return 'empty';
  if (integer.test(text)) return 'integer';
  if (decimal.test(text)) return 'number';
  if (date.test(text)) return 'date';
  return truth.test(text) ? 'boolean' : 'text';
}

/** The narrowest type that fits both. */
function widen(current: ColumnType, found: ColumnType): ColumnType {
  if (current === found || found === 'empty') return current;
  if (current === 'empty') return found;
  const numbers = new Set<ColumnType>(['integer', 'number']);
  return numbers.has(current) && numbers.has(found) ? 'number' : 'text';
}

/** The first row is a header when no cell is empty, a number or a date. */
const isHeader = (row: Cell[]) => row.length > 0 && row.every((cell) => ['text', 'boolean'].includes(typeOf(cell)));

const csvCell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The first rows as CSV text (RFC 4180), as many as a preview may have. */
export function csvOf(rows: string[][]): string {
  const encoder = new TextEncoder();
  const lines: string[] = [];
  let size = 0;
  for (const row of rows) {
    const line = row.map((cell) => csvCell(cell.slice(0, maxCell))).join(',');
    size += encoder.encode(line).length + 1;
    if (size > maxInsight) break;
    lines.push(line);
  }
  return lines.join('\n');
}

export interface TableInsight {
  profile: FileProfile;
  /** Header and first rows. */
  head: string[][];
}

/** Reads a table row by row and stores only its first rows. */
export class TableReader {
  private names: string[] | undefined;
  private columns: { type: ColumnType; empty: number }[] = [];
  private rows = 0;
  private readonly first: string[][] = [];

  add(row: Cell[]) {
    if (row.every((cell) => typeOf(cell) === 'empty')) return;
    if (!this.names) {
      const header = isHeader(row);
      this.names = row
        .slice(0, maxColumns)
        .map((cell, i) => (header ? cellText(cell).trim().slice(0, maxCell) : t('Column {i}', { i: i + 1 })));
      if (header) return;
    }
    this.rows += 1;
    const width = Math.min(maxColumns, Math.max(row.length, this.names.length));
    for (let i = 0; i < width; i++) {
      const column = (this.columns[i] ??= { type: 'empty', empty: this.rows - 1 });
      const type = typeOf(row[i]);
      if (type === 'empty') column.empty += 1;
      else if (column.type !== 'text') column.type = widen(column.type, type);
    }
    if (this.first.length < previewRows) this.first.push(row.slice(0, maxColumns).map(cellText));
  }

  result(sheet?: string): TableInsight {
    const width = Math.max(this.names?.length ?? 0, this.columns.length);
    const columns = Array.from({ length: width }, (_, i) => {
      const { type, empty } = this.columns[i] ?? { type: 'empty' as const, empty: this.rows };
      return { name: this.names?.[i] || `Column ${i + 1}`, type, ...(empty > 0 && { empty }) };
    });
    const profile: FileProfile = { rows: this.rows, columns, ...(sheet && { sheet }) };
    // very wide tables: as many columns as may be sent
    while (JSON.stringify(profile).length > maxInsight) profile.columns.length = Math.floor(profile.columns.length / 2);
    return { profile, head: [columns.map(({ name }) => name), ...this.first] };
  }
}
