import { Injectable } from '@nestjs/common';
import type { AuditEntry, LogEntry } from '@tradepost/contracts/audit';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { sql } from '@tradepost/service-kit/database/sql';
import type { EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { v7 as uuidv7 } from 'uuid';
import { ChainRow, EntryRow } from './audit.entity';
import { genesis, entryHash } from '@tradepost/proofs/chain';
import { containing, startingWith } from '@tradepost/service-kit/database/like';

const plainLimit = 1_000;

export interface EntryFilter {
  q?: string | undefined;
  companyId?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The entries that match an admin's filter. */
export function matching(tx: Tx, { q, companyId, actor, action, from, to }: EntryFilter) {
  const query = sql(tx).createQueryBuilder(EntryRow, 'e').where('true');
  if (companyId) query.andWhere('e.chainId = :companyId', { companyId });
  if (q) query.andWhere('e.message ILIKE :q', { q: containing(q) });
  if (actor) query.andWhere('e.actor ILIKE :actor', { actor: containing(actor) });
  if (action) query.andWhere('e.action LIKE :action', { action: startingWith(action) });
  if (from) query.andWhere('e.at >= :from', { from: new Date(from) });
  if (to) query.andWhere('e.at <= :to', { to: new Date(to) });
  return query;
}

/** The action of an entry: the subject of its event without the prefix, like `storage.file-uploaded`. */
export const actionOf = (subject: string) => subject.replace('evt.', '');

export const toEntry = ({ chainId, at, ...entry }: EntryRow): AuditEntry => ({
  ...entry,
  companyId: chainId,
  at: at.toISOString(),
});

const toLog = ({ message, at }: EntryRow): LogEntry => ({ message, created_at: at.toISOString() });

/** The message of one event for one chain. */
interface Line {
  chainId: string;
  meta: EventMeta;
  message: string;
}

const entryOf = (chainId: string, sequence: number, { subject, at, actor, requestId }: EventMeta, message: string) => ({
  id: uuidv7(),
  chainId,
  sequence,
  at: new Date(at),
  action: actionOf(subject),
  actor: actor?.email ?? null,
  actorId: actor?.userId ?? null,
  ip: actor?.ip ?? null,
  requestId,
  message,
});

@Injectable()
export class LogRepository {
  private readonly pending = new WeakMap<Tx, Line[]>();

  constructor(private readonly db: Db) {}

  /** Adds one entry to each chain. The entries of a transaction are written together when it ends. */
  append(tx: Tx, chainIds: string[], meta: EventMeta, message: string): void {
    const known = this.pending.get(tx);
    const lines = known ?? [];
    for (const chainId of new Set(chainIds)) lines.push({ chainId, meta, message });
    if (known) return;
    this.pending.set(tx, lines);
    this.db.onEnd(tx, () => this.write(tx, lines));
  }

  async plain(chainIds: string[], q?: string): Promise<LogEntry[]> {
    return (await this.ofChains(chainIds, q).limit(plainLimit).getMany()).map(toLog);
  }

  async page(chainIds: string[], { page, pageSize, q }: { page: number; pageSize: number; q?: string | undefined }) {
    const [rows, total] = await this.ofChains(chainIds, q)
      .offset((page - 1) * pageSize)
      .limit(pageSize)
      .getManyAndCount();
    return { items: rows.map(toLog), total, page, pageSize };
  }

  async entries({ page, pageSize, ...filter }: EntryFilter & { page: number; pageSize: number }) {
    const [rows, total] = await matching(this.db.read, filter)
      .orderBy('e.at', 'DESC')
      .addOrderBy('e.id', 'DESC')
      .offset((page - 1) * pageSize)
      .limit(pageSize)
      .getManyAndCount();
    return { items: rows.map(toEntry), total, page, pageSize };
  }

  /** Locks the chains in a fixed order, so that two transactions cannot deadlock. */
  private async write(tx: Tx, lines: Line[]): Promise<void> {
    if (lines.length === 0) return;
    const ids = [...new Set(lines.map(({ chainId }) => chainId))].sort();
    const locked = (await sql(tx).query(
      'INSERT INTO chain (id, head) SELECT id, $2 FROM unnest($1::uuid[]) AS id ORDER BY id ON CONFLICT (id) DO UPDATE SET id = excluded.id RETURNING id, length, head',
      [ids, genesis],
    )) as Pick<ChainRow, 'id' | 'length' | 'head'>[];
    const chains = new Map(locked.map((chain) => [chain.id, chain]));
    const entries = lines.map(({ chainId, meta, message }) => {
      const chain = chains.get(chainId);
      if (!chain) throw new Error(`No chain ${chainId}`);
      const entry = entryOf(chainId, chain.length + 1, meta, message);
      const hash = entryHash(chain.head, entry);
      Object.assign(chain, { length: entry.sequence, head: hash });
      return { ...entry, hash };
    });
    await this.insert(tx, entries, locked);
  }

  /** Writes the entries and the new ends of their chains in one statement, because this runs for every event. */
  private async insert(tx: Tx, entries: EntryRow[], chains: Pick<ChainRow, 'id' | 'length' | 'head'>[]): Promise<void> {
    const column = <K extends keyof EntryRow>(key: K) => entries.map((entry) => entry[key]);
    await sql(tx).query(
      `WITH grown AS (UPDATE chain SET length = g.length, head = g.head FROM unnest($1::uuid[], $2::int[], $3::text[]) AS g (id, length, head) WHERE chain.id = g.id)
       INSERT INTO entry (id, chain_id, sequence, at, action, actor, actor_id, ip, request_id, message, hash)
       SELECT * FROM unnest($4::uuid[], $5::uuid[], $6::int[], $7::timestamptz[], $8::text[], $9::text[], $10::uuid[], $11::text[], $12::text[], $13::text[], $14::text[])`,
      [
        ...[chains.map(({ id }) => id), chains.map(({ length }) => length), chains.map(({ head }) => head)],
        ...[
          column('id'),
          column('chainId'),
          column('sequence'),
          column('at'),
          column('action'),
          column('actor'),
          column('actorId'),
        ],
        ...[column('ip'), column('requestId'), column('message'), column('hash')],
      ],
    );
  }

  private ofChains(chainIds: string[], q?: string) {
    const query = sql(this.db.read)
      .createQueryBuilder(EntryRow, 'e')
      .where('e.chainId IN (:...chainIds)', { chainIds });
    if (q) query.andWhere('e.message ILIKE :q', { q: containing(q) });
    return query.orderBy('e.at', 'DESC').addOrderBy('e.id', 'DESC');
  }
}
