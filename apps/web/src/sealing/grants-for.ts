import { grantsFor as newGrants, type Granted } from '@tradepost/client/transfers/granting';
import { findReceiver, type Receiver, type Shown } from '@tradepost/client/transfers/receivers';
import type { GrantSet } from '@tradepost/sealing/grant-layout';
import { send } from '../api/send';
import { requireKeyring } from '../vault/vault';
import { explained } from './refusals';

/** The shown receiver's keys, and whether they have signed a shown request. @throws Refusal, VaultClosed, ApiError */
export const receiverOf = (of: Shown, signal: AbortSignal): Promise<Receiver | null> =>
  explained(() => findReceiver({ send: (route, input) => send(route, input, { signal }) }, requireKeyring, of));

/**
 * Gives the receiver access to sealed files until `expiry`.
 * @param of what the person saw @throws KeyChanged, Refusal, VaultClosed, ApiError
 */
export const grantsFor = (of: Required<Granted>, expiry: string, fileIds?: string[]): Promise<GrantSet | undefined> =>
  explained(() => newGrants({ send }, requireKeyring, of, { expiry, ...(fileIds && { fileIds }) }));
