import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../topology/paths';

/** Something that operators copy from a document: a block of code, or a command in a sentence. */
export interface Snippet {
  document: string;
  /** Its first line, without the comment. */
  begins: string;
  text: string;
}

const guide = 'docs/operations.md';
const compose = 'docker compose ';
const withoutComment = (line: string) => line.replace(/\s+#.*$/, '').trim();
const snippet = (document: string, text: string): Snippet => ({
  document,
  begins: withoutComment(text.split('\n')[0] ?? ''),
  text,
});

/**
 * Every block of docs/operations.md, and every block and command of the documents that uses compose. A command that a block
 * has as a line is left out.
 */
export function documentedSnippets(): Snippet[] {
  const documents = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)]
    .filter((document) => document.endsWith('.md'))
    .map((document) => ({ document, ...readMarkdown(readFileSync(join(root, document), 'utf8')) }));
  const blocks = documents.flatMap((one) =>
    one.blocks
      .filter((text) => one.document === guide || text.includes(compose))
      .map((text) => snippet(one.document, text)),
  );
  const lines = new Set(blocks.flatMap(({ text }) => text.split('\n').map(withoutComment)));
  const commands = documents.flatMap(({ document, spans }) =>
    spans.filter((span) => span.startsWith(compose) && !lines.has(span)).map((span) => snippet(document, span)),
  );
  return [...blocks, ...commands];
}

/** The code blocks of a document, and the code within its sentences with single spaces. */
export function readMarkdown(content: string): { blocks: string[]; spans: string[] } {
  const blocks: string[][] = [];
  const prose: string[] = [];
  let open: { lines: string[]; isFenced: boolean } | undefined;
  const begin = (isFenced: boolean) => {
    open = { lines: [], isFenced };
    blocks.push(open.lines);
    return open;
  };
  for (const line of content.split('\n')) {
    const isFence = /^\s*```/.test(line);
    if (open?.isFenced && !isFence) open.lines.push(line);
    else if (isFence) open = open?.isFenced ? undefined : begin(true);
    else if (/^ {4}/.test(line) && (open || (prose.at(-1) ?? '') === '')) (open ?? begin(false)).lines.push(line);
    else {
      open = undefined;
      prose.push(line);
    }
  }
  const spans = [...prose.join('\n').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replace(/\s+/g, ' '));
  return { blocks: blocks.map(withoutIndent), spans };
}

function withoutIndent(lines: string[]): string {
  const indent = Math.min(...lines.filter((line) => line.trim()).map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(indent)).join('\n');
}
