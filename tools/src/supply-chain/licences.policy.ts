import type { LockedPackage } from './lockfile';

/** What a production dependency may be under: permissive licences that ask for a notice at most. */
const allowedLicences = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
];

/** Packages older than the `license` field, read by hand in their files. */
const readByHand: Record<string, string> = {
  'combine-errors@3.0.3': 'MIT',
  'passport-strategy@1.0.0': 'MIT',
  'pause@0.0.1': 'MIT',
};

type Licensed = Pick<LockedPackage, 'name' | 'version' | 'licence'>;

export const licenceOf = ({ name, version, licence }: Licensed) =>
  licence ?? readByHand[`${name}@${version}`] ?? 'unknown';

/** Of alternatives (`OR`) one must be on the list, of what holds together (`AND`) all; anything more involved is refused. */
export function isAllowed(expression: string): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1');
  if (plain.includes(' OR '))
    return !plain.includes(' AND ') && plain.split(' OR ').some((one) => allowedLicences.includes(one));
  return plain.split(' AND ').every((one) => allowedLicences.includes(one));
}

/** docs/licences.md: production dependencies by licence, each name and version once. */
export function licenceList(packages: Licensed[]): string {
  const byLicence = new Map<string, Set<string>>();
  for (const one of packages) {
    const licence = licenceOf(one);
    byLicence.set(licence, (byLicence.get(licence) ?? new Set()).add(`${one.name} ${one.version}`));
  }
  const sections = [...byLicence]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, names]) => [`## ${licence}`, '', [...names].sort().join(', '), '']);
  return [
    '# Licences of the production dependencies',
    '',
    'Made by `npm run licences` from `package-lock.json`. Allowed are',
    `${allowedLicences.join(', ')};`,
    'a unit test fails for any other, and when this list is out of date.',
    '',
    ...sections.flat(),
  ].join('\n');
}
