import { SealingError } from '@tradepost/sealing/errors';
import { nameIn, renamedKey } from '@tradepost/sealing/key-log/checkpoint';
import { originParts } from '@tradepost/sealing/key-log/origin';

/** How long after a restore partners may state a checkpoint from before it. */
const restoreGraceMs = 24 * 60 * 60 * 1000;

/** Until when partners may state checkpoints from before the restore that gave a log this name, milliseconds. */
export const endOfGraceMs = (origin: string): number => originParts(origin).restarted * 1000 + restoreGraceMs;

/** Whether a log had this name before a restore gave it the present one. */
export function isBeforeRestart(name: string, present: string): boolean {
  const [before, now] = [originParts(name), originParts(present)];
  return before.base === now.base && before.restarted < now.restarted;
}

/** With a name in the future, every partner's checkpoint would be one from before the restore. @throws SealingError KEY_LOG_INVALID */
export function requirePast(key: string): void {
  if (originParts(nameIn(key)).restarted * 1000 > Date.now() + restoreGraceMs)
    throw new SealingError('KEY_LOG_INVALID');
}

/** Whether a server has given the same log a newer name. @throws SealingError MALFORMED */
export const isRestarted = async (known: string, sent: string): Promise<boolean> =>
  isBeforeRestart(nameIn(known), nameIn(sent)) && (await renamedKey(known, nameIn(sent))) === sent;
