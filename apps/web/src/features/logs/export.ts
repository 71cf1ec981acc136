import type { LogEntry } from '@tradepost/contracts/audit';
import { t } from '../../i18n/t';

/** An apostrophe stops spreadsheets from running a cell that begins like a formula. */
const neutral = (text: string) => (/^[=+\-@\t]/.test(text) ? `'${text}` : text);

const cell = (text: string) => `"${neutral(text).replaceAll('"', '""')}"`;

export const formats = {
  text: {
    label: t('Text'),
    extension: 'txt',
    type: 'text/plain',
    write: (entries: LogEntry[]) =>
      entries.map(({ created_at, message }) => `[${created_at}] ${neutral(message)}`).join('\n'),
  },
  csv: {
    label: t('CSV'),
    extension: 'csv',
    type: 'text/csv',
    write: (entries: LogEntry[]) =>
      ['time,message', ...entries.map(({ created_at, message }) => `${cell(created_at)},${cell(message)}`)].join(
        '\r\n',
      ),
  },
  json: {
    label: t('JSON'),
    extension: 'json',
    type: 'application/json',
    write: (entries: LogEntry[]) => JSON.stringify(entries, null, 2),
  },
} as const;

export type Format = keyof typeof formats;
