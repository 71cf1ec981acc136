import { baseNameOf, directoriesTo, directoryOf, directoryProblem, inDirectory } from './file-paths';

it.each([
  ['jan.csv', '', 'jan.csv'],
  ['2026/orders/jan.csv', '2026/orders', 'jan.csv'],
])('splits %s and joins it again', (name, directory, base) => {
  expect([directoryOf(name), baseNameOf(name)]).toEqual([directory, base]);
  expect(inDirectory(directory, base)).toBe(name);
});

it('names a directory and those that contain it', () => {
  expect(directoriesTo('2026/orders/eu')).toEqual(['2026', '2026/orders', '2026/orders/eu']);
  expect(directoriesTo('')).toEqual([]);
});

describe('directoryProblem', () => {
  it.each([
    '',
    '2026',
    '2026/orders',
    '.config',
    'a..b/...',
    'con',
    'Straße/価格',
    `${'a/'.repeat(31)}a`,
    'x'.repeat(255),
  ])('accepts %j', (directory) => expect(directoryProblem(directory)).toBeUndefined());

  it.each([
    ['..', '. or ..'],
    ['../etc', '. or ..'],
    ['a/../../b', '. or ..'],
    ['a/.', '. or ..'],
    ['/etc', 'relative'],
    ['a/', 'relative'],
    ['a//b', 'relative'],
    ['/', 'relative'],
    ['C:\\data', '\\'],
    ['a\\..\\b', '\\'],
    ['a /b', 'space'],
    [' a', 'space'],
    ['a/'.repeat(32) + 'a', 'levels'],
    ['x'.repeat(256), '255 bytes'],
    ['é'.repeat(128), '255 bytes'],
    [`${'x'.repeat(200)}/${'y'.repeat(200)}/${'z'.repeat(200)}`, '512 bytes'],
  ])('refuses %j', (directory, reason) => expect(directoryProblem(directory)).toContain(reason));
});
