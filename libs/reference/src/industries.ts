import { type Industry, naceSections, type NaceSection } from './nace-rev2';

/** Which classification this is, for people who want to look it up. */
export const industriesSource = {
  name: 'NACE Rev. 2',
  version: 'version of 20 December 2006',
  source: 'Regulation (EC) No 1893/2006, Annex I',
} as const;

const all = naceSections.flatMap((section): Industry[] => [section, ...section.divisions]);
const byCode = new Map(all.map(({ code, name }) => [code, { code, name }]));

/** The section (letter, either case) or division (two digits) of a NACE Rev. 2 code, or undefined. */
export const industryByCode = (code: string): Industry | undefined => byCode.get(code.trim().toUpperCase());

/**
 * Sections that match every word of a query by code or name, with all their divisions; else sections
 * holding matching divisions, with those alone. Case is ignored; an empty query gives everything.
 * @param shownAs the name that people see, which may be in another language
 */
export function searchIndustries(
  query: string,
  shownAs: (name: string) => string = (name) => name,
): readonly NaceSection[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ code, name }: Industry) => {
    const text = shownAs(name).toLowerCase();
    return words.every((word) => code.toLowerCase() === word || text.includes(word));
  };
  return naceSections.flatMap((section) => {
    if (matches(section)) return section;
    const divisions = section.divisions.filter(matches);
    return divisions.length > 0 ? { ...section, divisions } : [];
  });
}
