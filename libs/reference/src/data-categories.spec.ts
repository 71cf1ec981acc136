import { dataCategoryLabel, defaultDataCategory, isDataCategory } from './data-categories';
import { dataCategoryGroups } from './data-category-groups';

const subcategories = dataCategoryGroups.flatMap((group) => group.subcategories);

describe('data categories', () => {
  it('have 13 groups', () => {
    expect(dataCategoryGroups.map(({ name }) => name)).toEqual([
      'Financial',
      'B2B',
      'Geospatial',
      'Trade',
      'Weather',
      'Commerce',
      'Environmental',
      'Real Estate',
      'Contact',
      'Web',
      'Transaction',
      'Legal',
      'Healthcare',
    ]);
  });

  it('are 6 to 10 a group, every id once and safe in a URL', () => {
    for (const group of dataCategoryGroups) {
      expect(group.subcategories.length).toBeGreaterThanOrEqual(6);
      expect(group.subcategories.length).toBeLessThanOrEqual(10);
      expect(new Set(group.subcategories.map(({ name }) => name)).size).toBe(group.subcategories.length);
    }
    expect(new Set(subcategories.map(({ id }) => id)).size).toBe(subcategories.length);
    for (const { id } of subcategories) expect(id).toMatch(/^[a-z0-9-]+\.[a-z-]+$/);
  });

  it('are valid as the default, a group or a subcategory', () => {
    expect(defaultDataCategory).toBe('Personal');
    const values = ['Personal', 'Real Estate', 'financial.market-prices', ...subcategories.map(({ id }) => id)];
    for (const value of values) expect(isDataCategory(value)).toBe(true);
  });

  it.each(['', 'personal', 'financial', 'financial.', 'Market prices', 'constructor'])('refuse %j', (value) => {
    expect(isDataCategory(value)).toBe(false);
    expect(dataCategoryLabel(value)).toBeUndefined();
  });

  it.each([
    ['Personal', 'Personal'],
    ['B2B', 'B2B'],
    ['real-estate.rents', 'Real Estate: Rents'],
  ])('show %s as %s', (value, label) => expect(dataCategoryLabel(value)).toBe(label));
});
