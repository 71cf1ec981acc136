import { command, internal } from '../define';
import { array, number, object, pageNumber, paging, string, text, type Page } from '../values/fields';
import type { LimitScope } from './limit';
import { limitNames } from './table';

/** A limit that someone reached in the last days. */
export interface ReachedLimit {
  limit: string;
  resource: string;
  per: LimitScope;
  setting: string;
  /** The id, address or network that reached it; empty for a process. */
  key: string;
  /** The e-mail address of the account, or the company's name, that `key` is the id of. */
  name: string | null;
  /** Refused calls. */
  times: number;
  firstAt: string;
  lastAt: string;
}

const reached = object({
  limit: string().oneOf(limitNames).required(),
  key: text(400).defined(),
  times: number().integer().min(1).required(),
});

export const limitCommands = {
  /** Limits that were reached in the last 7 days, the newest first. `q` matches a part of an address, network or name. */
  reachedLimits: command<Page<ReachedLimit>>()('identity.reached-limits', object({ ...paging, page: pageNumber })),
  /** Adds what a process has refused since its last report. */
  recordReachedLimits: internal<{ recorded: number }>()(
    'identity.record-reached-limits',
    object({ reached: array(reached).required().max(200) }),
  ),
};
