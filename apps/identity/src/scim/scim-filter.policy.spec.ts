import { filterOf } from './scim-filter.policy';

const attributes = ['username', 'externalid'] as const;

it.each([
  ['userName eq "ann@acme.example"', 'username', 'ann@acme.example'],
  ['  USERNAME   Eq "a"  ', 'username', 'a'],
  ['externalId eq "with \\"quotes\\" and \\\\ and \\u00e9"', 'externalid', 'with "quotes" and \\ and é'],
  ['externalId eq ""', 'externalid', ''],
])('reads %s', (given, attribute, value) => expect(filterOf(given, attributes)).toEqual({ attribute, value }));

it('is none without one', () => expect(filterOf(undefined, attributes)).toBeNull());

it.each([
  '',
  'userName',
  'userName eq',
  'userName eq ann',
  'userName eq "a',
  'userName eq "a" or active eq true',
  'userName co "a"',
  'displayName eq "a"',
  'constructor eq "a"',
  'userName eq "\\x"',
  'userName eq "a"\n',
  `${'('.repeat(400)}userName eq "a"`,
  `userName eq "${'\\'.repeat(399)}`,
])('refuses %j', (given) =>
  expect(() => filterOf(given, attributes)).toThrow(expect.objectContaining({ code: 'SCIM_FILTER' })),
);
