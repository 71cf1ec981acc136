import { Injectable } from '@nestjs/common';
import type { AuditEntry, ExportedEntry, LogEntry } from '@tradepost/contracts/audit';
import { Db } from '@tradepost/service-kit/database/database';
import { planned } from '@tradepost/service-kit/database/prepared';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { sql } from '@tradepost/service-kit/database/sql';
import { readableText } from '@tradepost/proofs/personal-text';
import { validate } from 'uuid';
import { EntryRow } from './audit.entity';
import { TextsRepository, type OpenEntry } from './texts.repository';
import { containing, matches, startingWith } from '@tradepost/service-kit/database/like';

const plainLimit = 1_000;

const columns = `id, chain_id AS "chainId", sequence, at, action, actor, actor_id AS "actorId", ip, request_id AS "requestId", message, hash, commitments, reference`;

/** The newest of each chain come from its index. The chains are given one by one: PostgreSQL knows which are long, and reads no long one as a whole. */
const newest = (chains: number) => {
  const ofChain = (_: unknown, n: number) => `
    (SELECT ${columns} FROM entry WHERE chain_id = $${n + 3} ORDER BY at DESC, id DESC LIMIT $1::bigint + $2::bigint)`;
  const all = Array.from({ length: chains }, ofChain).join(' UNION ALL ');
  return `SELECT * FROM (${all}) AS e ORDER BY at DESC, id DESC OFFSET $1 LIMIT $2`;
};

/** Chains have no gaps, and counting their entries would take longer the more there are. */
const sizeOfAll = 'SELECT coalesce(sum(length - kept_from), 0)::int AS total FROM chain';
const sizeOf = `${sizeOfAll} WHERE id = ANY($1::uuid[])`;

export interface EntryFilter {
  q?: string | undefined;
  companyId?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Whether a text of an entry matches as people read it. OFFSET makes PostgreSQL read it once. */
const reads = (template: string, pattern: string) =>
  `(SELECT ${matches('r.text', pattern)} FROM (SELECT readable(${template}, e.id) AS text OFFSET 0) r)`;

/** Entries with this text, or about the request of this reference. */
const found = (q: string): [string, object] =>
  validate(q.trim())
    ? [`(e.reference = :reference OR ${reads('e.message', ':q')})`, { reference: q.trim(), q: containing(q) }]
    : [reads('e.message', ':q'), { q: containing(q) }];

/** The entries that match an admin's filter. */
export function matching(tx: Tx, { q, companyId, actor, action, from, to }: EntryFilter) {
  const query = sql(tx).createQueryBuilder(EntryRow, 'e').where('true');
  if (companyId) query.andWhere('e.chainId = :companyId', { companyId });
  if (q) query.andWhere(...found(q));
  if (actor) query.andWhere(reads('e.actor', ':actor'), { actor: containing(actor) });
  if (action) query.andWhere('e.action LIKE :action', { action: startingWith(action) });
  if (from) query.andWhere('e.at >= :from', { from: new Date(from) });
  if (to) query.andWhere('e.at <= :to', { to: new Date(to) });
  return query;
}

/** The action of an entry: the subject of its event without the prefix, like `storage.file-uploaded`. */
export const actionOf = (subject: string) => subject.replace('evt.', '');

const readAs = <T extends string | null>(template: T, { texts }: OpenEntry) =>
  (template === null ? null : readableText(template, texts)) as T;

export const toEntry = (entry: OpenEntry): AuditEntry => {
  const { texts: _texts, commitments: _commitments, reference: _reference, chainId, at, ...rest } = entry;
  return {
    ...rest,
    companyId: chainId,
    at: at.toISOString(),
    actor: readAs(entry.actor, entry),
    ip: readAs(entry.ip, entry),
    message: readAs(entry.message, entry),
  };
};

/** With what the hash covers, so that it can be verified. */
export const toExported = (entry: OpenEntry): ExportedEntry => {
  const { actor, ip, message, commitments, texts } = entry;
  return { ...toEntry(entry), hashed: { actor, ip, message, commitments, texts } };
};

const toLog = (entry: OpenEntry): LogEntry => ({
  message: readAs(entry.message, entry),
  created_at: entry.at.toISOString(),
});

@Injectable()
export class LogRepository {
  constructor(
    private readonly db: Db,
    private readonly texts: TextsRepository,
  ) {}

  async plain(chainIds: string[], q?: string): Promise<LogEntry[]> {
    const rows = q
      ? await this.found(chainIds, q).limit(plainLimit).getMany()
      : await this.newest(chainIds, 0, plainLimit);
    return (await this.opened(rows)).map(toLog);
  }

  async page(chainIds: string[], { page, pageSize, q }: { page: number; pageSize: number; q?: string | undefined }) {
    const offset = (page - 1) * pageSize;
    const [rows, total] = q
      ? await this.found(chainIds, q).offset(offset).limit(pageSize).getManyAndCount()
      : [await this.newest(chainIds, offset, pageSize), await this.total(sizeOf, [chainIds])];
    return { items: (await this.opened(rows)).map(toLog), total, page, pageSize };
  }

  async entries({ page, pageSize, ...filter }: EntryFilter & { page: number; pageSize: number }) {
    const query = matching(this.db.read, filter);
    const { companyId, ...others } = filter;
    const total = Object.values(others).some(Boolean)
      ? await query.getCount()
      : await (companyId ? this.total(sizeOf, [[companyId]]) : this.total(sizeOfAll, []));
    const rows = await query
      .orderBy('e.at', 'DESC')
      .addOrderBy('e.id', 'DESC')
      .offset((page - 1) * pageSize)
      .limit(pageSize)
      .getMany();
    return { items: (await this.opened(rows)).map(toEntry), total, page, pageSize };
  }

  private newest(chainIds: string[], offset: number, limit: number): Promise<EntryRow[]> {
    return planned(this.db.read, newest(chainIds.length), [offset, limit, ...chainIds]);
  }

  private async total(text: string, values: unknown[]): Promise<number> {
    return (await planned<{ total: number }>(this.db.read, text, values))[0]?.total ?? 0;
  }

  private opened(rows: EntryRow[]) {
    return this.texts.open(this.db.read, rows);
  }

  private found(chainIds: string[], q: string) {
    return sql(this.db.read)
      .createQueryBuilder(EntryRow, 'e')
      .where('e.chainId IN (:...chainIds)', { chainIds })
      .andWhere(...found(q))
      .orderBy('e.at', 'DESC')
      .addOrderBy('e.id', 'DESC');
  }
}
