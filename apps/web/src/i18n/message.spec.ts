import { fill } from './message';

const english = new Intl.PluralRules('en');
const arabic = new Intl.PluralRules('ar');

it('fills in values, at any depth', () => {
  expect(
    fill('{name} sent {files, plural, one {# file} other {# files of {name}}}', { name: 'Ann', files: 2 }, english),
  ).toBe('Ann sent 2 files of Ann');
});

it('chooses the plural form of the language, an exact number first', () => {
  const message = '{n, plural, =0 {none} zero {zero} one {one} two {two} few {few} many {many} other {other}}';
  const forms = (rules: Intl.PluralRules) => [0, 1, 2, 3, 11, 100].map((n) => fill(message, { n }, rules));
  expect(forms(english)).toEqual(['none', 'one', 'other', 'other', 'other', 'other']);
  expect(forms(arabic)).toEqual(['none', 'one', 'two', 'few', 'many', 'other']);
});

it('does not interpret values as parts of the message', () => {
  expect(fill('{name} #', { name: '{name} #' }, english)).toBe('{name} # #');
});
