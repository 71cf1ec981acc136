import { t } from '../../i18n/t';

/** How long a transfer still takes, rounded up. */
export function timeLeftText(seconds: number): string {
  if (seconds < 1) return t('a moment left');
  if (seconds < 60) return t('{seconds} s left', { seconds: Math.ceil(seconds) });
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return t('{minutes} min left', { minutes });
  return t('{hours} h {minutes} min left', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
