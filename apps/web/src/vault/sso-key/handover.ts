import {
  askOtherDevices,
  compareNumber,
  giveKey,
  takeKey,
  type OwnHandover,
} from '@tradepost/client/company/key-handover';
import type { KeyHandover } from '@tradepost/contracts/encryption/key-handover';
import { routes } from '@tradepost/contracts/routes';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import type { ComparedHandover } from '@tradepost/sealing/keys/key-handover';
import type { PersonUnlock } from '@tradepost/sealing/keys/person-key';
import { queryClient } from '../../api/query-client';
import { send } from '../../api/send';
import { requireUser } from '../session/user';
import { handoverKey, handoverQuery } from './handover-query';
import { rememberOwnUnlock } from './opened';

/* How a device on which the person's own key is open gives it to another one. Loaded when it is used. */

/** In place of what is being read: it may be older. */
async function show(handover: KeyHandover | null) {
  const { queryKey } = handoverQuery;
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, handover);
}

const reload = () => queryClient.invalidateQueries({ queryKey: [handoverKey] });

/** What this device asks for, and the number that the person types on another one. */
export interface ShownHandover {
  asked: OwnHandover;
  number: string;
}

/** In memory only: a dialog that was closed shows the same number again. */
let waiting: ShownHandover | null = null;

/** The request of this device. @throws ApiError KEY_HANDOVER_PENDING if another device asks, KEYS_STALE, TOO_MANY; SealingError */
export async function ask(): Promise<ShownHandover> {
  const live = queryClient.getQueryData(handoverQuery.queryKey);
  if (waiting && waiting.asked.requestId === live?.requestId) return waiting;
  const asked = await askOtherDevices({ send }, requireUser());
  await show(asked.shown);
  waiting = { asked, number: fingerprint(asked) };
  return waiting;
}

/** With a fresh key, and so another number. @throws as `ask` */
export function askAgain(): Promise<ShownHandover> {
  waiting = null;
  return ask();
}

/** Takes what another device has given. The key is then open, as after the recovery key was entered. @throws SealingError VAULT_LOCKED; ApiError NOT_FOUND */
export async function take({ asked }: ShownHandover): Promise<PersonUnlock> {
  waiting = null;
  const unlock = await takeKey({ send }, asked);
  rememberOwnUnlock({ userId: asked.person.userId, unlock });
  await show(null);
  return unlock;
}

/** @throws SealingError KEY_HANDOVER_REFUSED for another number */
export const compare = ({ handover, digits }: { handover: KeyHandover; digits: string }): Promise<ComparedHandover> =>
  compareNumber({ send }, requireUser(), handover, digits);

/** @throws SealingError KEY_HANDOVER_REFUSED, VAULT_LOCKED; ApiError NOT_FOUND once the other device no longer asks */
export async function give({ compared, unlock }: { compared: ComparedHandover; unlock: PersonUnlock }): Promise<void> {
  const person = requireUser();
  try {
    await giveKey({ send }, person, compared, unlock);
    rememberOwnUnlock({ userId: person.id, unlock });
  } finally {
    await reload();
  }
}

/** Ends what a device asks for; another answer to it changes nothing any more. */
export async function stop(requestId: string): Promise<void> {
  waiting = null;
  try {
    await send(routes.stopKeyHandover, { id: requestId });
  } finally {
    await reload();
  }
}
