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

it.each(['docs/asvs.md', 'docs/security.md', 'docs/keys.md', 'docs/configuration.md', 'SECURITY.md'])(
  '%s links to what there is',
  (file) => {
    const broken = linksOf(textOf(file)).filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path ? join(dirname(file), path) : file;
      return !existsSync(join(root, target)) || (anchor && !anchorsOf(textOf(target)).includes(anchor));
    });
    expect(broken).toEqual([]);
  },
);

describe('the ASVS table', () => {
  it('has each of the 70 requirements of level 1 and the 183 of level 2 once, in all 17 chapters', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(rows.filter(({ level }) => level === '1')).toHaveLength(70);
    expect(rows.filter(({ level }) => level === '2')).toHaveLength(183);
    expect(new Set(rows.map(({ id }) => Number(id.split('.')[0])))).toEqual(
      new Set(Array.from({ length: 17 }, (_, i) => i + 1)),
    );
  });

  it('shows what is met, and says what is not', () => {
    const unproven = rows.filter(({ status, reason, evidence }) => {
      if (status === 'met') return !evidence;
      if (status === 'partly') return !evidence || !reason;
      return !['not', 'n.a.'].includes(status) || !reason;
    });
    expect(unproven).toEqual([]);
  });

  it('sums up what it says', () => {
    const count = (status: string, level: string) =>
      rows.filter((row) => row.status === status && row.level === level).length;
    for (const status of ['met', 'partly', 'not', 'n.a.'])
      expect(textOf('docs/asvs.md')).toContain(`| ${status} | ${count(status, '1')} | ${count(status, '2')} |`);
  });
});
