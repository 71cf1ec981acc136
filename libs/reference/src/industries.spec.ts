import { industryByCode, searchIndustries } from './industries';
import { naceSections } from './nace-rev2';

const divisions = naceSections.flatMap((section) => section.divisions);
const found = (query: string) =>
  searchIndustries(query).map((section) => [section.code, ...section.divisions.map(({ code }) => code)].join(' '));

describe('NACE Rev. 2', () => {
  it('has 21 sections, A to U, and 88 divisions in rising order', () => {
    expect(naceSections.map(({ code }) => code).join('')).toBe('ABCDEFGHIJKLMNOPQRSTU');
    expect(divisions).toHaveLength(88);
    const codes = divisions.map(({ code }) => code);
    expect(codes.every((code) => /^\d\d$/.test(code))).toBe(true);
    expect(codes).toEqual([...new Set(codes)].sort());
  });

  it('leaves out the eleven numbers the classification does not use', () => {
    const used = new Set(divisions.map(({ code }) => code));
    const numbers = Array.from({ length: 99 }, (_, index) => String(index + 1).padStart(2, '0'));
    expect(numbers.filter((code) => !used.has(code))).toEqual([
      '04',
      '34',
      '40',
      '44',
      '48',
      '54',
      '57',
      '67',
      '76',
      '83',
      '89',
    ]);
  });

  it('finds a section or division by code', () => {
    expect(industryByCode('k')).toEqual({ code: 'K', name: 'Financial and insurance activities' });
    expect(industryByCode('63')).toEqual({ code: '63', name: 'Information service activities' });
    expect(industryByCode('04')).toBeUndefined();
    expect(industryByCode('')).toBeUndefined();
  });
});

describe('searchIndustries', () => {
  it('gives everything for an empty query', () => expect(searchIndustries('  ')).toEqual(naceSections));

  it('finds divisions by any words of the name in any order and case', () => {
    expect(found('Petroleum')).toEqual(['B 06', 'C 19']);
    expect(found('consultancy COMPUTER')).toEqual(['J 62']);
  });

  it('finds a division by its code', () => expect(found('62')).toEqual(['J 62']));

  it('gives all divisions of a section that matches itself', () => {
    expect(found('construction')).toContain('F 41 42 43');
  });

  it('finds nothing for an unknown word', () => expect(found('zzz')).toEqual([]));
});
