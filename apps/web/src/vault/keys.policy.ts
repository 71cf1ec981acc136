import type { KeysAnswer } from './queries';

/** Whether the server gave older keys than were seen before it was asked, or keys of two epochs. */
export function isRolledBack({ epoch, keys, seen }: KeysAnswer): boolean {
  return (
    epoch < seen.epoch ||
    (keys !== null && (keys.vault.epoch !== epoch || keys.bundle.epoch !== epoch)) ||
    (keys === null && seen.epoch > 0)
  );
}
