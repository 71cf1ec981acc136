import { dataCategoryGroups } from '@tradepost/reference/data-category-groups';
import { defaultDataCategory } from '@tradepost/reference/data-categories';
import { categoryLabel, referenceText } from '../../../i18n/reference-text';

export const categoryOptions = [
  { value: defaultDataCategory, label: categoryLabel(defaultDataCategory) },
  ...dataCategoryGroups.map(({ name, subcategories }) => ({
    label: referenceText(name),
    options: [
      { value: name, label: referenceText(name) },
      ...subcategories.map(({ id }) => ({ value: id, label: categoryLabel(id) })),
    ],
  })),
];
