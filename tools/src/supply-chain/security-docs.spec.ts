import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../topology/paths';

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const linksOf = (text: string) => [...text.matchAll(/\]\((?!https:)([^)]+)\)/g)].map(([, link]) => link as string);
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  );

/** Titles of tests, as they stand in the source. */
const titlesIn = (source: string) =>
  [...source.matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])+)\1\s*,\s*(?:async\s*)?(?:\(|\w+\s*=>)/g)].map(
    ([, , title = '']) => title.replace(/\\(.)/g, '$1'),
  );

const rows = textOf('docs/asvs.md')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [id = '', level = '', requirement = '', status = '', reason = '', evidence = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return { id, level, requirement, status, reason, evidence };
  });

it.each([
  'docs/asvs.md',
  'docs/security.md',
  'docs/keys.md',
  'docs/configuration.md',
  'docs/usability.md',
  'SECURITY.md',
])('%s has no broken links', (file) => {
  const broken = linksOf(textOf(file)).filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path ? join(dirname(file), path) : file;
    return !existsSync(join(root, target)) || (anchor && !anchorsOf(textOf(target)).includes(anchor));
  });
  expect(broken).toEqual([]);
});

it.each([
  ['docs/asvs.md', 253],
  ['docs/usability.md', 16 + 22],
])('%s names tests that exist, in %i rows', (file, count) => {
  const rows = textOf(file)
    .split('\n')
    .filter((line) => /^\| \d/.test(line));
  expect(rows).toHaveLength(count);
  const named = rows.flatMap((row) =>
    [...row.matchAll(/\]\(\.\.\/([^)]+)\): "(.+?)"(?=, \[| \|)/g)].map(([, path = '', name = '']) => ({ path, name })),
  );
  expect(named.length).toBeGreaterThan(count / 2);
  const isTest = ({ path, name }: { path: string; name: string }) =>
    /\.(spec|itest|flow|browser)\.tsx?$/.test(path) && titlesIn(textOf(path)).includes(name);
  expect(named.filter((one) => !isTest(one))).toEqual([]);
});

it('docs/usability.md names a test in every row', () => {
  const silent = textOf('docs/usability.md')
    .split('\n')
    .filter((line) => /^\| \d/.test(line) && !line.includes('): "'));
  expect(silent).toEqual([]);
});

describe('the ASVS table', () => {
  it('has each of the 70 requirements of level 1 and the 183 of level 2 once, in all 17 chapters', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(rows.filter(({ level }) => level === '1')).toHaveLength(70);
    expect(rows.filter(({ level }) => level === '2')).toHaveLength(183);
    expect(new Set(rows.map(({ id }) => Number(id.split('.')[0])))).toEqual(
      new Set(Array.from({ length: 17 }, (_, i) => i + 1)),
    );
  });

  it('has a status and a reason for each requirement', () => {
    const unproven = rows.filter(({ status, reason, evidence }) => {
      if (status === 'met') return !evidence;
      if (status === 'partly') return !evidence || !reason;
      return !['not', 'n.a.'].includes(status) || !reason;
    });
    expect(unproven).toEqual([]);
  });

  it('names a test or a document for each met requirement, or says that there is none', () => {
    const isShown = (evidence: string) =>
      /\): "[^"]+"/.test(evidence) || /\]\((?!\.\.)[\w-]+\.(md|json)(#[^)]*)?\)/.test(evidence);
    const silent = rows.filter(
      ({ status, evidence, reason }) => status === 'met' && isShown(evidence) === reason.startsWith('no test'),
    );
    expect(silent).toEqual([]);
  });

  it('has the right totals', () => {
    const count = (status: string, level: string) =>
      rows.filter((row) => row.status === status && row.level === level).length;
    for (const status of ['met', 'partly', 'not', 'n.a.'])
      expect(textOf('docs/asvs.md')).toContain(`| ${status} | ${count(status, '1')} | ${count(status, '2')} |`);
  });
});
