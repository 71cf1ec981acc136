/** Text from others that means nothing to a terminal but itself. */
const plain = (value: unknown) =>
  String(value ?? '').replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '�');

type Column<T> = readonly [heading: string, value: (row: T) => unknown];

/** Results go to stdout, in the form that was asked for; everything said beside them to stderr. */
export class Output {
  constructor(readonly json: boolean) {}

  /** One thing, or one of many that come one by one: text for a person, or a line of JSON. */
  value(value: unknown, text: string): void {
    this.write(this.json ? JSON.stringify(value) : plain(text));
  }

  /** A list: a table, or one JSON value. */
  list<T>(rows: readonly T[], columns: readonly Column<T>[]): void {
    if (this.json) return this.write(JSON.stringify(rows));
    if (rows.length === 0) return this.note('Nothing here');
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

  /** For the person, beside the results. */
  note(text: string): void {
    process.stderr.write(`${plain(text)}\n`);
  }

  /** As it is. */
  write(text: string): void {
    process.stdout.write(`${text}\n`);
  }
}

const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** 1536 is `1.5 KB`. */
export function sizeText(bytes: number): string {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  return `${power === 0 ? bytes : (bytes / 1024 ** power).toFixed(1)} ${units[power]}`;
}

/** `2026-01-02 15:04`, in UTC. */
export const timeText = (iso: string | null | undefined): string => (iso ? iso.slice(0, 16).replace('T', ' ') : '');
