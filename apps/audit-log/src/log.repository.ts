import { Injectable } from '@nestjs/common';
import type { AuditEntry, LogEntry } from '@tradepost/contracts/audit';
import { Db, type Tx } from '@tradepost/service-kit/database';
import type { EventMeta } from '@tradepost/service-kit/decorators';
import { v7 as uuidv7 } from 'uuid';
import { ChainRow, EntryRow } from './audit.entity';
import { genesis, hashOf } from './chain.policy';

const plainLimit = 1_000;
const walkBatch = 1_000;

export interface EntryFilter {
  page: number;
  pageSize: number;
  q?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
const toLog = ({ message, at }: EntryRow): LogEntry => ({ message, created_at: at.toISOString() });

@Injectable()
export class LogRepository {
  constructor(private readonly db: Db) {}

  /** Adds one entry to each chain; chains are locked in one order, so that two events never wait for each other. */
  async append(tx: Tx, chainIds: string[], { subject, at, actor, requestId }: EventMeta, message: string): Promise<void> {
    for (const chainId of [...new Set(chainIds)].sort()) {
      await tx.createQueryBuilder().insert().into(ChainRow).values({ id: chainId, head: genesis }).orIgnore().execute();
      const chain = await tx.findOneOrFail(ChainRow, { where: { id: chainId }, lock: { mode: 'pessimistic_write' } });
      const entry = {
        id: uuidv7(),
        chainId,
        sequence: chain.length + 1,
        at: new Date(at),
        action: subject.replace('evt.', ''),
        actor: actor?.email ?? null,
        actorId: actor?.userId ?? null,
        ip: actor?.ip ?? null,
        requestId,
        message,
      };
      const hash = hashOf(chain.head, entry);
      await tx.insert(EntryRow, { ...entry, hash });
      await tx.update(ChainRow, chainId, { length: entry.sequence, head: hash });
    }
  }

  async plain(chainIds: string[], q?: string): Promise<LogEntry[]> {
    return (await this.ofChains(chainIds, q).limit(plainLimit).getMany()).map(toLog);
  }

  async page(chainIds: string[], { page, pageSize, q }: { page: number; pageSize: number; q?: string | undefined }) {
    const [rows, total] = await this.ofChains(chainIds, q).offset((page - 1) * pageSize).limit(pageSize).getManyAndCount();
    return { items: rows.map(toLog), total, page, pageSize };
  }

  async entries({ page, pageSize, q, actor, action, from, to }: EntryFilter) {
    const query = this.db.read.createQueryBuilder(EntryRow, 'e').where('true');
    if (q) query.andWhere('e.message ILIKE :q', { q: like(q) });
    if (actor) query.andWhere('e.actor ILIKE :actor', { actor: like(actor) });
    if (action) query.andWhere('e.action LIKE :action', { action: `${action}%` });
    if (from) query.andWhere('e.at >= :from', { from: new Date(from) });
    if (to) query.andWhere('e.at <= :to', { to: new Date(to) });
    const [rows, total] = await query.orderBy('e.at', 'DESC').addOrderBy('e.id', 'DESC').offset((page - 1) * pageSize).limit(pageSize).getManyAndCount();
    const items = rows.map(({ chainId, at, ...entry }): AuditEntry => ({ ...entry, companyId: chainId, at: at.toISOString() }));
    return { items, total, page, pageSize };
  }

  /** Walks every chain from its beginning. @returns the id of the first entry, or chain, that is not as it was written */
  async verify(): Promise<{ ok: boolean; entries: number; head: string; brokenAt?: string }> {
    const chains = await this.db.read.find(ChainRow, { order: { id: 'ASC' } });
    const known = new Set(chains.map(({ id }) => id));
    let entries = 0;
    let head = genesis;
    for (const chain of chains) {
      let previous = genesis;
      let sequence = 0;
      for (;;) {
        const batch = await this.db.read.createQueryBuilder(EntryRow, 'e').where('e.chainId = :id AND e.sequence > :sequence', { id: chain.id, sequence }).orderBy('e.sequence').limit(walkBatch).getMany();
        for (const { hash, ...entry } of batch) {
          if (entry.sequence !== sequence + 1 || hash !== hashOf(previous, entry)) return { ok: false, entries, head, brokenAt: entry.id };
          [previous, sequence] = [hash, entry.sequence];
          entries += 1;
        }
        if (batch.length < walkBatch) break;
      }
      if (sequence !== chain.length || previous !== chain.head) return { ok: false, entries, head, brokenAt: chain.id };
      head = previous;
    }
    const strays = await this.db.read.createQueryBuilder(EntryRow, 'e').select('DISTINCT e.chainId', 'chainId').getRawMany<{ chainId: string }>();
    const stray = strays.find(({ chainId }) => !known.has(chainId));
    return stray ? { ok: false, entries, head, brokenAt: stray.chainId } : { ok: true, entries, head };
  }

  private ofChains(chainIds: string[], q?: string) {
    const query = this.db.read.createQueryBuilder(EntryRow, 'e').where('e.chainId IN (:...chainIds)', { chainIds });
    if (q) query.andWhere('e.message ILIKE :q', { q: like(q) });
    return query.orderBy('e.at', 'DESC').addOrderBy('e.id', 'DESC');
  }
}
