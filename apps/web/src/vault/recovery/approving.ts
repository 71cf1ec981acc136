import { KeyLog } from '@tradepost/client/keys/key-log';
import { approveWaiting, waitingRecovery, type WaitingRecovery } from '@tradepost/client/recovery/approving';
import { isFingerprint } from '@tradepost/sealing/keys/bundle';
import { send } from '../../api/send';
import { workerCrypto } from '../../workers/worker-crypto';
import { actingMember, nameOf } from '../company/member';
import { deviceOf } from '../device';
import { keysOfOwnPassword } from '../password/password';
import { VaultClosed } from '../texts';

function memberAndDevice() {
  const member = actingMember();
  if (!member) throw new VaultClosed();
  return { member, device: deviceOf(nameOf(member)) };
}

/** The recovery that waits for the member's share; null if there is none. @throws SealingError, ApiError as `waitingRecovery` */
export async function waitingForShare(): Promise<WaitingRecovery | null> {
  const { member, device } = memberAndDevice();
  return waitingRecovery({ send }, member, { device, keyLog: new KeyLog({ send }, device, workerCrypto.labelOf) });
}

/** The person has typed another number than that of the recovery that waits. */
export class AnotherNumber extends Error {
  override readonly name = 'AnotherNumber';
}

/**
 * Gives the member's share, if the typed number is that of the recovery.
 * @throws AnotherNumber; SealingError, ApiError as `approveWaiting`
 */
export async function approveByNumber(
  waiting: WaitingRecovery,
  { digits, password }: { digits: string; password: string },
): Promise<void> {
  const { member, device } = memberAndDevice();
  if (!isFingerprint(digits, waiting.request)) throw new AnotherNumber();
  await approveWaiting({ send }, member, waiting, await keysOfOwnPassword(password), device);
}
