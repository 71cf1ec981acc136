import { t } from '../../i18n/t';

/** After a wrong code: how often another one can be tried. */
export const triesLeft = (count: number) =>
  count <= 0
    ? t('This code has no tries left. Send a new one.')
    : t('{count, plural, one {# try} other {# tries}} left.', { count });
