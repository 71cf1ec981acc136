import { direction } from '../../i18n/language';

/** Where a line of text begins and ends, for components that know only left and right. */
export const [startSide, endSide] = direction === 'rtl' ? (['right', 'left'] as const) : (['left', 'right'] as const);
