import { inUnits } from '@tradepost/contracts/values/upload-sizes';

/** Characters that control a terminal, change the text direction or break a line (Unicode UAX #9, UAX #14). */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Without control characters, so that text from others cannot control the terminal. */
export const plain = (value: unknown) => String(value ?? '').replace(controls, '�');

/** One line of JSON, with control characters only as escapes: JSON requires that of some. */
const jsonOf = (value: unknown) =>
  JSON.stringify(value).replace(controls, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

type Column<T> = readonly [heading: string, value: (row: T) => unknown];

/** Results go to stdout, as text or JSON; messages go to stderr. */
export class Output {
  constructor(readonly json: boolean) {}

  /** One result: text, or one line of JSON. */
  value(value: unknown, text: string): void {
    if (this.json) this.data(value);
    else this.write(plain(text));
  }

  /** A list: a table, or one JSON value. */
  list<T>(rows: readonly T[], columns: readonly Column<T>[]): void {
    if (this.json) return this.data(rows);
    if (rows.length === 0) return this.note('No entries');
    const table = [
      columns.map(([heading]) => heading),
      ...rows.map((row) => columns.map(([, value]) => plain(value(row)))),
    ];
    const widths = columns.map((_, column) => Math.max(...table.map((line) => line[column]!.length)));
    for (const line of table)
      this.write(
        line.map((cell, column) => (column === line.length - 1 ? cell : cell.padEnd(widths[column]!))).join('  '),
      );
  }

  /** A message on stderr. */
  note(text: string): void {
    process.stderr.write(`${plain(text)}\n`);
  }

  /** One line of JSON on stdout. */
  data(value: unknown): void {
    this.write(jsonOf(value));
  }

  private write(text: string): void {
    process.stdout.write(`${text}\n`);
  }
}

/** 1536 is `1.5 KB`. */
export function sizeText(bytes: number): string {
  const { value, unit } = inUnits(bytes);
  return unit === 'byte' ? `${bytes} B` : `${value.toFixed(1)} ${unit}`;
}

/** `2026-01-02 15:04`, in UTC. */
export const timeText = (iso: string | null | undefined): string => (iso ? iso.slice(0, 16).replace('T', ' ') : '');

/** The texts of a request, to follow its files. */
export const textsOf = ({ intendedUse, note }: { intendedUse: string | null; note: string | null }): string =>
  `${intendedUse ? `; intended use: ${intendedUse}` : ''}${note ? `; note: ${note}` : ''}`;
