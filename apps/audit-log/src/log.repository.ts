import { Injectable } from '@nestjs/common';
import type { LogEntry } from '@tradepost/contracts/audit';
import { Db, type Tx } from '@tradepost/service-kit/database';
import type { EventMeta } from '@tradepost/service-kit/decorators';
import { v7 as uuidv7 } from 'uuid';
import { ChainRow, EntryRow } from './audit.entity';
import { genesis, hashOf, joined } from '@tradepost/proofs/chain';
import { findStray, walk, type Rules } from './chain.walk';
import { matching, type EntryFilter } from './entry.filter';
import { toEntry } from './export.repository';
import { containing } from './like';

const plainLimit = 1_000;

/** `evt.storage.file-uploaded` as entries have it. */
export const actionOf = (subject: string) => subject.replace('evt.', '');

const toLog = ({ message, at }: EntryRow): LogEntry => ({ message, created_at: at.toISOString() });

/** What one event says in one chain. */
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
  private readonly gathered = new WeakMap<Tx, Line[]>();

  constructor(private readonly db: Db) {}

  /** Adds one entry to each chain when the transaction ends: all of its entries at once. */
  append(tx: Tx, chainIds: string[], meta: EventMeta, message: string): void {
    const known = this.gathered.get(tx);
    const lines = known ?? [];
    for (const chainId of new Set(chainIds)) lines.push({ chainId, meta, message });
    if (known) return;
    this.gathered.set(tx, lines);
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

  /**
   * Walks every chain, at one moment.
   * @returns how many entries were found good, a digest of all chains' ends (note it elsewhere to find later whether
   *   the whole log was replaced), and what broke first
   */
  verify(
    rules: Omit<Rules, 'onWalked'>,
    onProgress: (entries: number, of: number) => void,
  ): Promise<{ ok: boolean; entries: number; head: string; brokenAt?: string }> {
    return this.db.source.transaction('REPEATABLE READ', async (tx) => {
      const total = { entries: 0, head: genesis };
      const chains = await tx.find(ChainRow, { order: { id: 'ASC' } });
      const of = chains.reduce((sum, { length, keptFrom }) => sum + length - keptFrom, 0);
      let walked = 0;
      const onWalked = (entries: number) => onProgress((walked += entries), of);
      for (const chain of chains) {
        const { entries, head, brokenAt } = await walk(tx, chain, { ...rules, onWalked });
        total.entries += entries;
        total.head = joined(total.head, chain.id, head);
        if (brokenAt) return { ok: false, ...total, brokenAt };
      }
      const brokenAt = await findStray(tx);
      return brokenAt ? { ok: false, ...total, brokenAt } : { ok: true, ...total };
    });
  }

  /** Chains are locked in one order, so that two transactions never wait for each other. */
  private async write(tx: Tx, lines: Line[]): Promise<void> {
    if (lines.length === 0) return;
    const ids = [...new Set(lines.map(({ chainId }) => chainId))].sort();
    const locked = (await tx.query(
      'INSERT INTO chain (id, head) SELECT id, $2 FROM unnest($1::uuid[]) AS id ORDER BY id ON CONFLICT (id) DO UPDATE SET id = excluded.id RETURNING id, length, head',
      [ids, genesis],
    )) as Pick<ChainRow, 'id' | 'length' | 'head'>[];
    const chains = new Map(locked.map((chain) => [chain.id, chain]));
    const entries = lines.map(({ chainId, meta, message }) => {
      const chain = chains.get(chainId);
      if (!chain) throw new Error(`No chain ${chainId}`);
      const entry = entryOf(chainId, chain.length + 1, meta, message);
      const hash = hashOf(chain.head, entry);
      Object.assign(chain, { length: entry.sequence, head: hash });
      return { ...entry, hash };
    });
    await this.insert(tx, entries, locked);
  }

  /** The entries and their chains' new ends, in one statement: every event passes here. */
  private async insert(tx: Tx, entries: EntryRow[], chains: Pick<ChainRow, 'id' | 'length' | 'head'>[]): Promise<void> {
    const column = <K extends keyof EntryRow>(key: K) => entries.map((entry) => entry[key]);
    await tx.query(
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
    const query = this.db.read.createQueryBuilder(EntryRow, 'e').where('e.chainId IN (:...chainIds)', { chainIds });
    if (q) query.andWhere('e.message ILIKE :q', { q: containing(q) });
    return query.orderBy('e.at', 'DESC').addOrderBy('e.id', 'DESC');
  }
}
