import { Injectable } from '@nestjs/common';
import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import { encodeEntry, type LogEntry } from '@tradepost/sealing/key-log/entry';
import { GrowingTree, peaksOf, type Node } from '@tradepost/sealing/key-log/tree';
import { lockName } from '@tradepost/service-kit/database/advisory-lock';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Between } from 'typeorm';
import { KeyLogEntryRow, KeyLogNodeRow } from './key-log.entity';

/** Of the column. */
const largestIndex = 2 ** 31 - 1;
const indexes = (first: number, count: number) => Between(first, Math.min(first + count - 1, largestIndex));

@Injectable()
export class KeyLogRepository {
  constructor(private readonly db: Db) {}

  /** Adds a leaf, unless the log has this account's key already. Appends wait for each other until their transactions end. */
  async append(tx: Tx, entry: LogEntry): Promise<void> {
    await lockName(tx, 'key log');
    const of = { accountId: entry.userId, keyId: Buffer.from(entry.keyId) };
    if (await sql(tx).existsBy(KeyLogEntryRow, of)) return;
    const leaf = encodeEntry(entry);
    const tree = await this.tree(tx);
    await sql(tx).insert(KeyLogEntryRow, { ...of, index: tree.size, entry: Buffer.from(leaf) });
    const completed = await tree.add(leaf);
    await sql(tx).insert(
      KeyLogNodeRow,
      completed.map((node: Node) => ({ ...node, hash: Buffer.from(node.hash) })),
    );
  }

  /** The log as far as it is committed. */
  async tree(from: Tx = this.db.read): Promise<GrowingTree> {
    const [{ size }] = (await sql(from).query('SELECT coalesce(max(index) + 1, 0) AS size FROM key_log_entry')) as [
      { size: number },
    ];
    const peaks = await Promise.all(
      peaksOf(size).map(async (node) => bytesOf((await sql(from).findOneByOrFail(KeyLogNodeRow, node)).hash)),
    );
    return new GrowingTree(size, peaks);
  }

  async entries(first: number, count: number): Promise<Buffer[]> {
    if (first > largestIndex) return [];
    const rows = await sql(this.db.read).find(KeyLogEntryRow, {
      where: { index: indexes(first, count) },
      order: { index: 'ASC' },
    });
    return rows.map(({ entry }) => entry);
  }

  async hashes(level: number, first: number, count: number): Promise<Buffer[]> {
    if (first > largestIndex) return [];
    const rows = await sql(this.db.read).find(KeyLogNodeRow, {
      where: { level, index: indexes(first, count) },
      order: { index: 'ASC' },
    });
    return rows.map(({ hash }) => hash);
  }
}

const bytesOf = (buffer: Buffer): Bytes => new Uint8Array(buffer);
