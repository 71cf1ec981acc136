import { Injectable } from '@nestjs/common';
import type { LogEntry } from '@tradepost/contracts/audit';
import { Db, type Tx } from '@tradepost/service-kit/database';
import type { EventMeta } from '@tradepost/service-kit/decorators';
import { v7 as uuidv7 } from 'uuid';
import { ChainRow, EntryRow } from './audit.entity';
import { genesis, hashOf, joined } from './chain.policy';
import { findStray, walk, type Rules } from './chain.walk';
import { matching, type EntryFilter } from './entry.filter';
import { toEntry } from './export.repository';
import { containing } from './like';

const plainLimit = 1_000;

/** `evt.storage.file-uploaded` as entries have it. */
export const actionOf = (subject: string) => subject.replace('evt.', '');

const toLog = ({ message, at }: EntryRow): LogEntry => ({ message, created_at: at.toISOString() });

@Injectable()
export class LogRepository {
  constructor(private readonly db: Db) {}

  /** Adds one entry to each chain; chains are locked in one order, so that two events never wait for each other. */
  async append(tx: Tx, chainIds: string[], { subject, at, actor, requestId }: EventMeta, message: string): Promise<void> {
    for (const chainId of [...new Set(chainIds)].sort()) {
      const [chain] = (await tx.query('INSERT INTO chain (id, head) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET id = excluded.id RETURNING length, head', [
        chainId,
        genesis,
      ])) as [Pick<ChainRow, 'length' | 'head'>];
      const entry = {
        id: uuidv7(),
        chainId,
        sequence: chain.length + 1,
        at: new Date(at),
        action: actionOf(subject),
        actor: actor?.email ?? null,
        actorId: actor?.userId ?? null,
        ip: actor?.ip ?? null,
        requestId,
        message,
      };
      await this.insert(tx, { ...entry, hash: hashOf(chain.head, entry) });
    }
  }

  async plain(chainIds: string[], q?: string): Promise<LogEntry[]> {
    return (await this.ofChains(chainIds, q).limit(plainLimit).getMany()).map(toLog);
  }

  async page(chainIds: string[], { page, pageSize, q }: { page: number; pageSize: number; q?: string | undefined }) {
    const [rows, total] = await this.ofChains(chainIds, q).offset((page - 1) * pageSize).limit(pageSize).getManyAndCount();
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
  verify(rules: Omit<Rules, 'onWalked'>, onProgress: (entries: number, of: number) => void): Promise<{ ok: boolean; entries: number; head: string; brokenAt?: string }> {
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

  /** The entry and its chain's new end, in one statement: every event passes here. */
  private async insert(tx: Tx, { id, chainId, sequence, at, action, actor, actorId, ip, requestId, message, hash }: EntryRow): Promise<void> {
    await tx.query(
      `WITH grown AS (UPDATE chain SET length = $3, head = $11 WHERE id = $2)
       INSERT INTO entry (id, chain_id, sequence, at, action, actor, actor_id, ip, request_id, message, hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [id, chainId, sequence, at, action, actor, actorId, ip, requestId, message, hash],
    );
  }

  private ofChains(chainIds: string[], q?: string) {
    const query = this.db.read.createQueryBuilder(EntryRow, 'e').where('e.chainId IN (:...chainIds)', { chainIds });
    if (q) query.andWhere('e.message ILIKE :q', { q: containing(q) });
    return query.orderBy('e.at', 'DESC').addOrderBy('e.id', 'DESC');
  }
}
