import { safeFilePaths } from './safe-names';

const one = (name: string) => safeFilePaths([name])[0]!;

describe('safeFilePaths', () => {
  it('does not change ordinary names', () => {
    const names = ['prices 2025.csv', 'Straße.pdf', '価格.xlsx', 'a.tar.gz', '👩‍👩‍👧.txt', 'no extension'];
    expect(safeFilePaths(names)).toEqual(names);
  });

  it.each([
    ['../../etc/passwd', '__.._etc_passwd'],
    ['.bashrc', '_bashrc'],
    ['\u200E..profile.csv', '_profile.csv'],
    ['C:\\Windows\\a.dll', 'C__Windows_a.dll'],
    ['/abs.csv', '_abs.csv'],
    ['a\0b\nc\u007f\u0085.csv', 'abc.csv'],
    ['photo\u202Egpj.exe', 'photogpj.exe'],
    ['\u2066a\u2069\u200E\u061C.csv', 'a.csv'],
    ['A\u030A.csv', 'Å.csv'],
    ['A\u200E\u030A.csv', 'Å.csv'],
    ['lone\uD800.csv', 'lone.csv'],
    ['what?*<>|":.csv', 'what_______.csv'],
    ['trailing. . ', 'trailing'],
    ['  spaced.csv  ', 'spaced.csv'],
  ])('cleans %j to %j', (name, clean) => {
    expect(one(name)).toBe(clean);
  });

  it.each(['', ' ', '.', '..', '...', '\0', '\u202E'])('never leaves %j empty or a directory', (name) => {
    expect(one(name)).toBe('file');
  });

  it.each(['con', 'NUL', 'aux.csv', 'Com1.txt', 'lpt9', 'COM¹', 'nul.tar.gz', 'conin$', 'prn .csv'])(
    'avoids the Windows device %s',
    (name) => {
      expect(one(name)).toBe(`_${name}`);
    },
  );

  it.each(['console.csv', 'com10.txt', 'auxiliary', 'nullable.csv'])('does not treat %s as a device', (name) => {
    expect(one(name)).toBe(name);
  });

  it('makes names unique, whatever their case', () => {
    expect(safeFilePaths(['a.csv', 'a.csv', 'A.csv', 'a (2).csv', 'a.csv', 'b', 'b'])).toEqual([
      'a.csv',
      'a (2).csv',
      'A (3).csv',
      'a (2) (2).csv',
      'a (4).csv',
      'b',
      'b (2)',
    ]);
    expect(safeFilePaths(['/b.csv', '_b.csv', '\\b.csv'])).toEqual(['_b.csv', '_b (2).csv', '_b (3).csv']);
  });

  it('cuts long names to 255 bytes at a whole character, keeps the extension and stays unique', () => {
    const long = `${'ä'.repeat(300)}.csv`;
    const names = safeFilePaths([long, long, `${'x'.repeat(300)}`, `${'👩‍👩‍👧'.repeat(50)}.xlsx`]);
    expect(names.map((name) => Buffer.byteLength(name) <= 255)).toEqual([true, true, true, true]);
    expect(names[0]).toBe(`${'ä'.repeat(125)}.csv`);
    expect(names[1]).toBe(`${'ä'.repeat(123)} (2).csv`);
    expect(names[2]).toBe('x'.repeat(255));
    expect(names[3]).toBe(`${'👩‍👩‍👧'.repeat(13)}.xlsx`);
  });

  it('names ten thousand equal files in less than a second of CPU time', () => {
    const before = process.cpuUsage();
    expect(new Set(safeFilePaths(Array.from({ length: 10_000 }, () => 'same.csv'))).size).toBe(10_000);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });

  it('keeps the directories of files, each part safe', () => {
    const names = ['2026/orders/jan.csv', '2026/orders/feb.csv', '2026/readme.pdf', 'top.csv'];
    expect(safeFilePaths(names)).toEqual(names);
    expect(safeFilePaths(['con/aux.csv', '.ssh/keys', 'a:b/c?.csv', 'dots./x.csv', 'A\u030A/x'])).toEqual([
      '_con/_aux.csv',
      '_ssh/keys',
      'a_b/c_.csv',
      'dots/x.csv',
      'Å/x',
    ]);
  });

  it.each([
    ['a/../../x.csv', 'a_.._.._x.csv'],
    ['a/..', 'a_'],
    ['a//x.csv', 'a__x.csv'],
    ['a/', 'a_'],
    ['\u202e../x.csv', 'file/x.csv'],
    ['.\0./.\0./x.csv', 'file/file/x.csv'],
    ['C:\\Windows/x.dll', 'C__Windows_x.dll'],
    [`${'a/'.repeat(40)}x.csv`, `${'a_'.repeat(40)}x.csv`],
  ])('follows no directory that climbs, is absolute or breaks a rule: %j', (name, path) => {
    expect(one(name)).toBe(path);
    expect(path.split('/').some((part) => part === '' || part === '.' || part === '..')).toBe(false);
  });

  it('spells a directory in one way, and no file has the name of a directory', () => {
    expect(safeFilePaths(['Data/a.csv', 'data/A.csv', 'DATA/b.csv'])).toEqual([
      'Data/a.csv',
      'Data/A (2).csv',
      'Data/b.csv',
    ]);
    expect(safeFilePaths(['data', 'data/a.csv', 'data/sub/b.csv', 'data/Sub'])).toEqual([
      'data (2)',
      'data/a.csv',
      'data/sub/b.csv',
      'data/Sub (2)',
    ]);
  });
});
