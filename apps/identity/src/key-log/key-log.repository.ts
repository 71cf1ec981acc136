import { Injectable } from '@nestjs/common';
import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import { encodeEntry, type LogEntry } from '@tradepost/sealing/key-log/entry';
import {
  consistencyRanges,
  GrowingTree,
  peaksIn,
  peaksOf,
  rootOf,
  type LeafRange,
  type Node,
} from '@tradepost/sealing/key-log/tree';
import { lockName } from '@tradepost/service-kit/database/advisory-lock';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Between } from 'typeorm';
import { KeyLogEntryRow, KeyLogNodeRow, KeyLogRestartRow } from './key-log.entity';

/** Of the column. */
const largestIndex = 2 ** 31 - 1;
const indexes = (first: number, count: number) => Between(first, Math.min(first + count - 1, largestIndex));

@Injectable()
export class KeyLogRepository {
  constructor(private readonly db: Db) {}

  has(userId: string, keyId: Bytes, from: Tx = this.db.read): Promise<boolean> {
    return sql(from).existsBy(KeyLogEntryRow, { accountId: userId, keyId: Buffer.from(keyId) });
  }

  /** Adds a leaf, unless the log has this account's key already. Appends wait for each other until their transactions end. */
  async append(tx: Tx, entry: LogEntry): Promise<void> {
    await lockName(tx, 'key log');
    const { userId, keyId } = entry;
    if (await this.has(userId, keyId, tx)) return;
    const leaf = encodeEntry(entry);
    const tree = await this.tree(tx);
    await sql(tx).insert(KeyLogEntryRow, {
      accountId: userId,
      keyId: Buffer.from(keyId),
      index: tree.size,
      entry: Buffer.from(leaf),
    });
    const completed = await tree.add(leaf);
    await sql(tx).insert(
      KeyLogNodeRow,
      completed.map((node: Node) => ({ ...node, hash: Buffer.from(node.hash) })),
    );
  }

  /** The committed part of the log. */
  async tree(from: Tx = this.db.read): Promise<GrowingTree> {
    const [{ size }] = (await sql(from).query('SELECT coalesce(max(index) + 1, 0) AS size FROM key_log_entry')) as [
      { size: number },
    ];
    return new GrowingTree(size, await Promise.all(peaksOf(size).map((node) => this.nodeHash(from, node))));
  }

  async entries(first: number, count: number): Promise<Buffer[]> {
    if (first > largestIndex) return [];
    const rows = await sql(this.db.read).find(KeyLogEntryRow, {
      where: { index: indexes(first, count) },
      order: { index: 'ASC' },
    });
    return rows.map(({ entry }) => entry);
  }

  /** Hashes that prove that the log of `to` entries begins with that of `from`; null if it is shorter. */
  async proof(from: number, to: number): Promise<Bytes[] | null> {
    if (from > to || to > largestIndex) return null;
    if (!(await sql(this.db.read).existsBy(KeyLogEntryRow, { index: to - 1 }))) return null;
    const rootOfRange = async (range: LeafRange) =>
      rootOf(await Promise.all(peaksIn(range).map((node) => this.nodeHash(this.db.read, node))));
    return Promise.all(consistencyRanges(from, to).map(rootOfRange));
  }

  /** When the log was restarted after the newest restore from backup, in seconds since 1970; 0 if never. */
  async restarted(): Promise<number> {
    const [newest] = await sql(this.db.read).find(KeyLogRestartRow, { order: { began: 'DESC' }, take: 1 });
    return Number(newest?.began ?? 0);
  }

  async hashes(level: number, first: number, count: number): Promise<Buffer[]> {
    if (first > largestIndex) return [];
    const rows = await sql(this.db.read).find(KeyLogNodeRow, {
      where: { level, index: indexes(first, count) },
      order: { index: 'ASC' },
    });
    return rows.map(({ hash }) => hash);
  }

  private async nodeHash(from: Tx, { level, index }: Omit<Node, 'hash'>): Promise<Bytes> {
    return bytesOf((await sql(from).findOneByOrFail(KeyLogNodeRow, { level, index })).hash);
  }
}

const bytesOf = (buffer: Buffer): Bytes => new Uint8Array(buffer);
