import { documentedSnippets, readMarkdown } from './snippets';
import { executedSnippets } from './table';

test('every documented command for compose is executed by the check, or left out for a reason', () => {
  expect(executedSnippets().install).toContain('docker compose up');
});

test('a block without an entry, a second block with the same first line and an entry without a block are faults', () => {
  const found = documentedSnippets();
  const begins = 'docker compose up --detach new';
  expect(() => executedSnippets([...found, { document: 'docs/x.md', begins, text: begins }])).toThrow(
    'docs/x.md has "docker compose up --detach new", which is neither executed nor left out',
  );
  const install = found.find((one) => one.begins.startsWith('mkdir'))!;
  expect(() => executedSnippets([...found, install])).toThrow('more than one block begins with "mkdir');
  expect(() => executedSnippets(found.filter((one) => one !== install))).toThrow('no document has "mkdir');
});

test('finds indented blocks, blocks in lists, fenced blocks and code in sentences', () => {
  const { blocks, spans } = readMarkdown(
    [
      'Run `docker compose up` and `docker',
      'compose down`:',
      '',
      '    for one; do',
      '      first',
      '    done',
      '',
      '1. A step, which',
      '    continues.',
      '',
      '        second      # with a comment',
      '',
      '```sh',
      'third',
      '',
      '    `fourth`',
      '```',
    ].join('\n'),
  );
  expect(blocks).toEqual(['for one; do\n  first\ndone', 'second      # with a comment', 'third\n\n    `fourth`']);
  expect(spans).toEqual(['docker compose up', 'docker compose down']);
});
