import type { StoredKeys } from '@tradepost/contracts/encryption/sealed';

/** The server's answer, and the newest epoch this device had seen when it asked. */
interface Answer {
  epoch: number;
  keys: StoredKeys | null;
  seen: { epoch: number };
}

/** Whether the server answered with older keys than this device had seen, or with keys of two epochs. */
export function isRolledBack({ epoch, keys, seen }: Answer): boolean {
  return (
    epoch < seen.epoch ||
    (keys !== null && (keys.vault.epoch !== epoch || keys.bundle.epoch !== epoch)) ||
    (keys === null && seen.epoch > 0)
  );
}
