import { proveTransfer, type OpenedTransfer } from '@tradepost/client/transfers/opened-transfer';
import * as planned from '@tradepost/client/transfers/planned-download';
import type { TransferView } from '@tradepost/contracts/requests';
import { send } from '../../../../api/send';
import { explained } from '../../../../sealing/refusals';
import { requireKeyring } from '../../../../vault/vault';
import { displayName } from '../../api';

/** With the names that the page shows. */
const shown = (transfer: TransferView): TransferView => ({
  ...transfer,
  files: transfer.files.map((file) => ({ ...file, name: displayName(file) })),
});

/** @throws KeyChanged, Refusal, VaultClosed, ApiError */
export const openTransfer = (transfer: TransferView): Promise<OpenedTransfer> =>
  explained(() => proveTransfer({ send }, requireKeyring, shown(transfer)));

/** The files of the archive, in its order. @throws Refusal when the service did not sign its list */
export const planArchive = (transfer: TransferView, opened: OpenedTransfer): Promise<planned.PlannedEntry[]> =>
  explained(() => planned.planArchive({ send }, shown(transfer), opened));

/** A single sealed file. @throws Refusal */
export const planFile = (...given: Parameters<typeof planned.planFile>): Promise<planned.PlannedEntry> =>
  explained(async () => planned.planFile(...given));
