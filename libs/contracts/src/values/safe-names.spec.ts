import { safeFileNames } from './safe-names';

const one = (name: string) => safeFileNames([name])[0]!;

describe('safeFileNames', () => {
  it('does not change ordinary names', () => {
    const names = ['prices 2025.csv', 'Straße.pdf', '価格.xlsx', 'a.tar.gz', '👩‍👩‍👧.txt', 'no extension'];
    expect(safeFileNames(names)).toEqual(names);
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
    expect(safeFileNames(['a.csv', 'a.csv', 'A.csv', 'a (2).csv', 'a.csv', 'b', 'b'])).toEqual([
      'a.csv',
      'a (2).csv',
      'A (3).csv',
      'a (2) (2).csv',
      'a (4).csv',
      'b',
      'b (2)',
    ]);
    expect(safeFileNames(['a/b.csv', 'a_b.csv', 'a\\b.csv'])).toEqual(['a_b.csv', 'a_b (2).csv', 'a_b (3).csv']);
  });

  it('cuts long names to 255 bytes at a whole character, keeps the extension and stays unique', () => {
    const long = `${'ä'.repeat(300)}.csv`;
    const names = safeFileNames([long, long, `${'x'.repeat(300)}`, `${'👩‍👩‍👧'.repeat(50)}.xlsx`]);
    expect(names.map((name) => Buffer.byteLength(name) <= 255)).toEqual([true, true, true, true]);
    expect(names[0]).toBe(`${'ä'.repeat(125)}.csv`);
    expect(names[1]).toBe(`${'ä'.repeat(123)} (2).csv`);
    expect(names[2]).toBe('x'.repeat(255));
    expect(names[3]).toBe(`${'👩‍👩‍👧'.repeat(13)}.xlsx`);
  });

  it('names ten thousand equal files in less than a second of CPU time', () => {
    const before = process.cpuUsage();
    expect(new Set(safeFileNames(Array.from({ length: 10_000 }, () => 'same.csv'))).size).toBe(10_000);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});
