const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** Bytes in the largest unit (of 1024) that keeps the number at 1 or more: `1.5 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const value = bytes / 1024 ** power;
  return `${value >= 100 ? Math.round(value) : value.toFixed(1).replace(/\.0$/, '')} ${units[power]}`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const twoDigits = (value: number) => String(value).padStart(2, '0');
const dayOf = (time: Date) => `${time.getDate()} ${months[time.getMonth()]} ${time.getFullYear()}`;
const minuteOf = (time: Date) => `${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;

/** ISO time as local day and minute: `20 Nov 2026, 14:05`. */
export function formatDate(iso: string): string {
  const time = new Date(iso);
  return `${dayOf(time)}, ${minuteOf(time)}`;
}

/** ISO time as local day. */
export const formatDay = (iso: string) => dayOf(new Date(iso));

/** ISO time in full with both clocks, for a tooltip. */
export function formatBothClocks(iso: string): string {
  const zone = Intl.DateTimeFormat(undefined, { timeZoneName: 'long' })
    .formatToParts(new Date(iso))
    .find(({ type }) => type === 'timeZoneName')?.value;
  const time = new Date(iso);
  return `${formatDate(iso)}:${twoDigits(time.getSeconds())} ${zone ?? ''} · ${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** A number with its noun: `1 file`, `2 files`. */
export const countOf = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** Cut with an ellipsis when longer than `max` characters. */
export const cut = (text: string, max = 25) =>
  [...text].length > max ? `${[...text].slice(0, max).join('')}...` : text;

/** A file's type as people name it, from its extension: `PDF`; `File` without one. */
export function fileType(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 && dot < name.length - 1 ? name.slice(dot + 1).toUpperCase() : 'File';
}

/** Masks an address: `j•••@company.com`. */
export const maskEmail = (email: string) => email.replace(/^(.).*(?=@)/u, '$1•••');
