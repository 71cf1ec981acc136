import { dataCategoryGroups } from './data-category-groups';

/** Category a new file starts with; it belongs to no group. */
export const defaultDataCategory = 'Personal';

const names = new Map<string, string>([
  [defaultDataCategory, defaultDataCategory],
  ...dataCategoryGroups.map(({ name }): [string, string] => [name, name]),
  ...dataCategoryGroups.flatMap((group) =>
    group.subcategories.map(({ id, name }): [string, string] => [id, `${group.name}: ${name}`]),
  ),
]);

/** Whether a file may carry this category: the default, a group's name or a subcategory's id, exactly as listed. */
export const isDataCategory = (value: string): boolean => names.has(value);

/** What to show for a file's category ('Financial: Market prices'), or undefined when it is not one. */
export const dataCategoryLabel = (value: string): string | undefined => names.get(value);
