import { finishRecovery, startedRecovery, startRecovery } from '@tradepost/client/recovery/recovering';
import { newRecoveryCode } from '@tradepost/sealing/keys/recovery';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import { send } from '../../api/send';
import { deviceOf } from '../device';
import { contactsOn } from '../key-log/logged-contacts';
import { currentPasswordKeys, showRenewedKit } from '../own-keys';
import { activate } from '../session/activate';
import { runExclusive } from '../session/run-exclusive';
import { fetchCurrentKeys, publishKeys } from '../session/server-keys';
import { requireCompany } from './owner';

/** What the owner reads to the members. */
export interface ReadNumber {
  requestId: string;
  digits: string;
}

/** Asks the members who hold shares. @throws SealingError, ApiError as `startRecovery` */
export async function askMembers(password: string): Promise<ReadNumber> {
  const { user, companyId } = requireCompany();
  const request = await startRecovery({ send }, user, companyId, await currentPasswordKeys(user, password));
  return { requestId: request.requestId, digits: fingerprint(request) };
}

/** The number again, on any device. @throws SealingError, ApiError as `startedRecovery` */
export async function numberAgain(password: string): Promise<ReadNumber> {
  const { user, companyId } = requireCompany();
  const request = await startedRecovery({ send }, user, companyId, await currentPasswordKeys(user, password));
  return { requestId: request.requestId, digits: fingerprint(request) };
}

export interface GivenToFinish {
  requestId: string;
  password: string;
  /** The 40 digits that the owner has read to the members, typed or as this page has shown them. */
  number: string;
}

/**
 * Opens the vault with the shares of the members who have approved, so that the present password opens it from now on, and shows a new recovery key.
 * @param onWrong gets the addresses of members with shares that do not match @throws SealingError, ApiError as `finishRecovery`
 */
export async function finishWithShares(
  { requestId, password, number }: GivenToFinish,
  onWrong: (addresses: string[]) => void,
): Promise<void> {
  const { user, companyId } = requireCompany();
  const own = await currentPasswordKeys(user, password);
  await runExclusive(async () => {
    const { seen } = await fetchCurrentKeys(user);
    const contactsOf = async (opened: Parameters<typeof contactsOn>[1]) => contactsOn(deviceOf(user.id), opened);
    const ports = { contactsOf, onWrong };
    const { vault, keys } = await finishRecovery({ send }, user, { companyId, requestId, number }, own, ports);
    await activate(user, vault, { epoch: vault.epoch, keys, seen });
    await publishKeys(user, vault.epoch, keys);
  });
  showRenewedKit(user, own, newRecoveryCode());
}
