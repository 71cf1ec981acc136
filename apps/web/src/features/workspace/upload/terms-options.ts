import { dataCategoryGroups } from '@tradepost/reference/data-category-groups';
import { defaultDataCategory } from '@tradepost/reference/data-categories';
import { currencies } from '@tradepost/reference/currencies';

export const categoryOptions = [
  { value: defaultDataCategory, label: defaultDataCategory },
  ...dataCategoryGroups.map(({ name, subcategories }) => ({
    label: name,
    options: [
      { value: name, label: name },
      ...subcategories.map(({ id, name: sub }) => ({ value: id, label: `${name}: ${sub}` })),
    ],
  })),
];
export const currencyOptions = currencies.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }));
