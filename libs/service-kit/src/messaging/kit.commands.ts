import { internal } from '@tradepost/contracts/define';
import { array, id, mixed, object, text } from '@tradepost/contracts/values/fields';
import type { JobState } from '../database/kit.entities';

/** Commands of every service with a database, in addition to its contract. */
export const kitCommands = (service: string) => ({
  /** Which of the events this service has processed, and how many of the publisher's (`from`) wait for it on the bus. */
  taken: internal<{ ids: string[]; waiting: number }>()(
    `${service}.kit.taken`,
    object({ ids: array(id().required()).required().max(1_000), from: text(60).required() }),
  ),
  /** The payload of a job; null once it is done, expired or failed. */
  beginJob: internal<{ name: string; payload: object } | { name: null; state: JobState | 'unknown' }>()(
    `${service}.kit.begin-job`,
    object({ id: id().required() }),
  ),
  finishJob: internal<{ ok: true }>()(`${service}.kit.finish-job`, object({ id: id().required() })),
  failJob: internal<{ ok: true }>()(
    `${service}.kit.fail-job`,
    object({ id: id().required(), error: text(2_000), final: mixed<boolean>().required() }),
  ),
  /** Processes dead letters again. */
  replay: internal<{ replayed: number; failed: number }>()(`${service}.kit.replay`, object({})),
  /** @throws when the service cannot reach its database */
  health: internal<{ database: 'up' }>()(`${service}.kit.health`, object({})),
});
