import type { Db } from '../database/database';
import { sql } from '../database/sql';
import { JobIntentRow, type JobState } from '../database/kit.entities';

const stateNow = ({ state, notAfter }: JobIntentRow): JobState =>
  state === 'pending' && notAfter && notAfter < new Date() ? 'expired' : state;

/** The owner's side of a job: gives out its payload and records its outcome. */
export class JobIntents {
  constructor(private readonly db: Db) {}

  async begin(id: string) {
    const intent = await sql(this.db.read).findOneBy(JobIntentRow, { id });
    if (!intent) return { name: null, state: 'unknown' as const };
    const state = stateNow(intent);
    if (state === 'pending') return { name: intent.name, payload: intent.payload as object };
    if (state !== intent.state) await this.end(id, state);
    return { name: null, state };
  }

  async finish(id: string) {
    await this.end(id, 'done');
    return { ok: true as const };
  }

  async fail(id: string, error: string | undefined, final: boolean) {
    await sql(this.db.read).update(
      JobIntentRow,
      { id, state: 'pending' as const },
      final ? { lastError: error ?? null, state: 'failed', finishedAt: new Date() } : { lastError: error ?? null },
    );
    return { ok: true as const };
  }

  /** A finished job's payload may hold a secret (a code, a link), so it is removed. */
  private async end(id: string, state: JobState) {
    await sql(this.db.read).update(
      JobIntentRow,
      { id, state: 'pending' as const },
      { state, finishedAt: new Date(), payload: {} },
    );
  }
}
