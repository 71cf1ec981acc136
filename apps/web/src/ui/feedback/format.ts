import { inUnits } from '@tradepost/contracts/values/upload-sizes';
import { language, locale } from '../../i18n/language';
import { t } from '../../i18n/t';

const unitNames = { KB: t('KB'), MB: t('MB'), GB: t('GB'), TB: t('TB') };

/** Bytes in the largest unit (of 1024) that keeps the number at 1 or more: `1.5 MB`. */
export function formatBytes(bytes: number): string {
  const { value, unit } = inUnits(bytes);
  if (unit === 'byte') return t('{bytes, plural, one {# byte} other {# bytes}}', { bytes });
  const digits = { maximumFractionDigits: value >= 100 ? 0 : 1, useGrouping: false };
  return `${value.toLocaleString(locale, digits)} ${unitNames[unit]}`;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');
const monthAndDay = { day: 'numeric', month: 'short' } as const;
const dayInFull = new Intl.DateTimeFormat(locale, { ...monthAndDay, year: 'numeric' });
const dayOfYear = new Intl.DateTimeFormat(locale, monthAndDay);

/** In English the day stands first, as in the language of the product's texts, and months have three letters. */
function written(format: Intl.DateTimeFormat, time: Date): string {
  if (language !== 'en') return format.format(time);
  const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
  return [parts.day, parts.month, parts.year].filter(Boolean).join(' ');
}

const dayOf = (time: Date) => written(dayInFull, time);
const minuteOf = (time: Date) => `${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;

/** The day in a field for dates, in dayjs's signs: as `formatDay` writes it. */
export const dayPattern = language === 'de' ? 'D. MMM YYYY' : 'D MMM YYYY';

/** ISO time as local day and minute: `20 Nov 2026, 14:05`. */
export function formatDate(iso: string): string {
  const time = new Date(iso);
  return `${dayOf(time)}${language === 'ar' ? '،' : ','} ${minuteOf(time)}`;
}

/** ISO time as local minute: `14:05`. */
export const formatMinute = (iso: string) => minuteOf(new Date(iso));

/** ISO time as local day. */
export const formatDay = (iso: string) => dayOf(new Date(iso));

/** ISO day without its year, for a chart: `20 Nov`. */
export const formatDayAndMonth = (isoDay: string) => written(dayOfYear, new Date(`${isoDay}T00:00`));

/** ISO time in full with both clocks, for a tooltip; once where both show the same. */
export function formatBothClocks(iso: string): string {
  const zone = Intl.DateTimeFormat(locale, { timeZoneName: 'long' })
    .formatToParts(new Date(iso))
    .find(({ type }) => type === 'timeZoneName')?.value;
  const time = new Date(iso);
  const local = `${formatDate(iso)}:${twoDigits(time.getSeconds())}`;
  if (time.getTimezoneOffset() === 0) return `${local} UTC`;
  return `${local} ${zone ?? ''} · ${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

const list = new Intl.ListFormat(language === 'en' ? 'en-GB' : locale);
/** `a, b and c`. */
export const listOf = (items: string[]) => list.format(items);

/** Cut with an ellipsis when longer than `max` characters. */
export const cut = (text: string, max = 25) =>
  [...text].length > max ? `${[...text].slice(0, max).join('')}...` : text;

/** A file's type as people name it, from its extension: `PDF`; `File` without one. */
export function fileType(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 && dot < name.length - 1 ? name.slice(dot + 1).toUpperCase() : t('File');
}

/** Masks an address: `j•••@company.com`. */
export const maskEmail = (email: string) => email.replace(/^(.).*(?=@)/u, '$1•••');
