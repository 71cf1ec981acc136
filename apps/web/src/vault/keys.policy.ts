import type { KeysAnswer } from './queries';

/** Whether the server answered with older keys than this device had seen, or with keys of two epochs. */
export function isRolledBack({ epoch, keys, seen }: KeysAnswer): boolean {
  return (
    epoch < seen.epoch ||
    (keys !== null && (keys.vault.epoch !== epoch || keys.bundle.epoch !== epoch)) ||
    (keys === null && seen.epoch > 0)
  );
}
