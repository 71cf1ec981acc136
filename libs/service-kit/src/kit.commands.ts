import { internal } from '@tradepost/contracts/define';
import { array, id, mixed, object, text } from '@tradepost/contracts/fields';
import type { JobState } from './kit.entities';

/** What every service with a database answers, beside its own contract. */
export const kitCommands = (service: string) => ({
  /** Which of the events this service has taken. */
  taken: internal<{ ids: string[] }>()(
    `${service}.kit.taken`,
    object({ ids: array(id().required()).required().max(1_000) }),
  ),
  /** The payload of a promised job; null once it is done, expired or given up. */
  beginJob: internal<{ name: string; payload: object } | { name: null; state: JobState | 'unknown' }>()(
    `${service}.kit.begin-job`,
    object({ id: id().required() }),
  ),
  finishJob: internal<{ ok: true }>()(`${service}.kit.finish-job`, object({ id: id().required() })),
  failJob: internal<{ ok: true }>()(
    `${service}.kit.fail-job`,
    object({ id: id().required(), error: text(2_000), final: mixed<boolean>().required() }),
  ),
  /** Hands dead letters to the service again. */
  replay: internal<{ replayed: number; failed: number }>()(`${service}.kit.replay`, object({})),
  /** @throws when the service cannot reach its database */
  health: internal<{ database: 'up' }>()(`${service}.kit.health`, object({})),
});
