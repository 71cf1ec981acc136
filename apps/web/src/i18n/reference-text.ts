import { dataCategoryLabel } from '@tradepost/reference/data-categories';
import { catalogue } from './reference-catalogue';

/** The name of an industry, of a data category or of a group of them, in the language of the page. */
export const referenceText = (english: string): string =>
  Object.hasOwn(catalogue, english) ? catalogue[english]! : english;

/** What to show for the category of a file. One that is not known is shown as it is stored. */
export const categoryLabel = (category: string): string =>
  (dataCategoryLabel(category) ?? category).split(': ').map(referenceText).join(': ');
