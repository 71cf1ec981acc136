import { Readable } from 'node:stream';
import type { AuditEntry, ExportedPage } from '@tradepost/contracts/audit';
import type { FastifyReply } from 'fastify';
import { unparse } from 'papaparse';

type Format = 'csv' | 'jsonl';
type NextPage = (after: NonNullable<ExportedPage['next']>) => Promise<ExportedPage>;

const columns: (keyof AuditEntry)[] = [
  'at',
  'companyId',
  'sequence',
  'action',
  'actor',
  'ip',
  'requestId',
  'message',
  'hash',
];
const mediaTypes: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
};

/** Streams the log from its first page. CSV is for spreadsheets; hashes of JSON Lines can be verified offline. */
export function sendExport(reply: FastifyReply, format: Format, first: ExportedPage, next: NextPage) {
  const name = `audit-${new Date().toISOString().slice(0, 10)}.${format}`;
  void reply.headers({ 'content-type': mediaTypes[format], 'content-disposition': `attachment; filename="${name}"` });
  return reply.send(Readable.from(format === 'csv' ? csv(pages(first, next)) : jsonLines(pages(first, next))));
}

async function* pages(first: ExportedPage, next: NextPage) {
  for (let page = first; ; page = await next(page.next)) {
    yield page;
    if (!page.next) return;
  }
}

/** Escapes values that a spreadsheet would run as formulas. */
async function* csv(all: AsyncIterable<ExportedPage>) {
  yield `${columns.join(',')}\r\n`;
  for await (const { entries } of all)
    if (entries.length > 0) yield `${unparse(entries, { columns, header: false, escapeFormulae: true })}\r\n`;
}

/** One entry per line. A checkpoint follows its entry; if the entry was pruned, it precedes the entries after it. */
async function* jsonLines(all: AsyncIterable<ExportedPage>) {
  for await (const { entries, checkpoints } of all) {
    const pending = new Map(
      checkpoints.map((checkpoint) => [`${checkpoint.companyId} ${checkpoint.sequence}`, checkpoint]),
    );
    const take = (companyId: string, sequence: number) => {
      const key = `${companyId} ${sequence}`;
      const checkpoint = pending.get(key);
      pending.delete(key);
      return checkpoint ? `${JSON.stringify({ checkpoint })}\n` : '';
    };
    yield entries
      .map(
        (entry) =>
          take(entry.companyId, entry.sequence - 1) +
          `${JSON.stringify(entry)}\n` +
          take(entry.companyId, entry.sequence),
      )
      .join('');
  }
}
