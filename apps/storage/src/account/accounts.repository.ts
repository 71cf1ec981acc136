import { Inject, Injectable } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { Payload } from '@tradepost/contracts/define';
import type { identityEvents } from '@tradepost/contracts/identity';
import { accountOf } from '@tradepost/contracts/roles';
import type { Stats } from '@tradepost/contracts/storage';
import { Db } from '@tradepost/service-kit/database/database';
import { prepared } from '@tradepost/service-kit/database/prepared';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { CONFIG, type StorageConfig } from '../config';
import { StorageAccountRow } from './account.entity';

export interface Owner {
  companyId: string;
  companyName: string;
  ownerId: string;
}

/** The company that the caller acts for. @throws AppError COMPANY_MISSING */
export const ownerOf = (actor: UserActor): Owner => ({ ...companyOf(actor), ownerId: accountOf(actor).userId });

/** The account is missing until identity announces the company. */
interface StatsColumns {
  folders: number;
  files: number;
  total_bytes: string | null;
  used_bytes: string | null;
}

const stats = {
  name: 'stats',
  text: `SELECT counted.folders, counted.files, a.total_bytes, a.used_bytes
         FROM (SELECT count(*)::int AS folders, coalesce(sum(file_count), 0)::int AS files FROM folder
               WHERE company_id = $1 AND deleted_at IS NULL) counted
         LEFT JOIN account a ON a.company_id = $1`,
};

/** The quota of each company, and what identity says about it. */
@Injectable()
export class StorageAccountsRepository {
  /** Bytes, until identity announces another quota. */
  readonly defaultQuota: number;

  constructor(
    private readonly db: Db,
    @Inject(CONFIG) { STORAGE_BYTES_PER_COMPANY }: StorageConfig,
  ) {
    this.defaultQuota = STORAGE_BYTES_PER_COMPANY;
  }

  /** An account that identity has not announced yet gets the default quota. */
  async ensure(tx: Tx, owner: Owner): Promise<void> {
    const account = { ...owner, totalBytes: this.defaultQuota };
    await sql(tx).createQueryBuilder().insert().into(StorageAccountRow).values(account).orIgnore().execute();
  }

  requiresE2E(tx: Tx, companyId: string): Promise<boolean> {
    return sql(tx).existsBy(StorageAccountRow, { companyId, requireE2E: true });
  }

  /** Reserves bytes in one conditional update. @returns false when the quota has too few left */
  async take(tx: Tx, companyId: string, bytes: number): Promise<boolean> {
    const { affected } = await sql(tx)
      .createQueryBuilder()
      .update(StorageAccountRow)
      .set({ usedBytes: () => 'used_bytes + :bytes' })
      .where('company_id = :companyId AND used_bytes + :bytes <= total_bytes', { companyId, bytes })
      .execute();
    return affected === 1;
  }

  /** Locks the account. @returns bytes that its quota has left, and whether it takes end-to-end encrypted files only */
  async lockRoom(tx: Tx, companyId: string): Promise<{ room: number; requiresE2E: boolean }> {
    const account = await sql(tx).findOneOrFail(StorageAccountRow, {
      where: { companyId },
      lock: { mode: 'pessimistic_write' },
    });
    return { room: account.totalBytes - account.usedBytes, requiresE2E: account.requireE2E };
  }

  /** Returns bytes to their companies; accounts in one order, so that two transactions do not wait for each other. */
  async giveBack(tx: Tx, freed: { companyId: string; size: number }[]): Promise<void> {
    const sizes = new Map<string, number>();
    for (const { companyId, size } of freed) sizes.set(companyId, (sizes.get(companyId) ?? 0) + size);
    for (const [companyId, bytes] of [...sizes].sort(([a], [b]) => (a < b ? -1 : 1)))
      await sql(tx).decrement(StorageAccountRow, { companyId }, 'usedBytes', bytes);
  }

  async stats(companyId: string): Promise<Stats> {
    const [row] = await prepared<StatsColumns>(this.db.read, stats, [companyId]);
    return {
      totalStorage: Number(row?.total_bytes ?? this.defaultQuota),
      usedStorage: Number(row?.used_bytes ?? 0),
      files: row?.files ?? 0,
      folders: row?.folders ?? 0,
    };
  }

  /** Bytes that all companies use. */
  async usedInAll(): Promise<number> {
    const [row] = (await sql(this.db.read).query(
      'SELECT coalesce(sum(used_bytes), 0)::float AS bytes FROM account',
    )) as { bytes: number }[];
    return row?.bytes ?? 0;
  }

  /** @param savedAt ISO time; events may come late and out of order, so only a newer one changes anything */
  async saveCompany(
    tx: Tx,
    { companyId, companyName, userId }: Payload<typeof identityEvents.companySaved>,
    savedAt: string,
  ): Promise<void> {
    await sql(tx).query(
      `INSERT INTO account (company_id, company_name, owner_id, total_bytes, saved_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (company_id) DO UPDATE SET company_name = excluded.company_name, owner_id = excluded.owner_id, saved_at = excluded.saved_at
       WHERE account.saved_at IS NULL OR account.saved_at < excluded.saved_at`,
      [companyId, companyName, userId, this.defaultQuota, savedAt],
    );
  }

  async saveQuota(
    tx: Tx,
    { companyId, companyName, userId, totalStorage }: Payload<typeof identityEvents.quotaChanged>,
  ): Promise<void> {
    await sql(tx).query(
      'INSERT INTO account (company_id, company_name, owner_id, total_bytes) VALUES ($1, $2, $3, $4) ON CONFLICT (company_id) DO UPDATE SET total_bytes = excluded.total_bytes',
      [companyId, companyName, userId, totalStorage],
    );
  }

  /** @param changedAt ISO time, as for `saveCompany` */
  async saveSealing(
    tx: Tx,
    { companyId, companyName, userId, required }: Payload<typeof identityEvents.sealingRequired>,
    changedAt: string,
  ): Promise<void> {
    await sql(tx).query(
      `INSERT INTO account (company_id, company_name, owner_id, total_bytes, require_e2e, sealing_said_at) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (company_id) DO UPDATE SET require_e2e = excluded.require_e2e, sealing_said_at = excluded.sealing_said_at
       WHERE account.sealing_said_at IS NULL OR account.sealing_said_at <= excluded.sealing_said_at`,
      [companyId, companyName, userId, this.defaultQuota, required, changedAt],
    );
  }
}
