import type { FileTerms } from '@tradepost/contracts/storage';
import { listOf } from '../feedback/format';
import { totalsOf } from './totals';
import { t } from '../../i18n/t';

/** The value of files in one text, which breaks between two amounts, not within one. */
export const totalValueText = (files: Pick<FileTerms, 'totalAmount' | 'currency'>[]): string =>
  t('Total value: {totals}', { totals: listOf(totalsOf(files).map((total) => total.replaceAll(' ', '\u00a0'))) });
