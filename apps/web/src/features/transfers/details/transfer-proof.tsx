import { useQuery } from '@tanstack/react-query';
import type { TransferView } from '@tradepost/contracts/requests';
import { transferQuery } from '../api';
import { statedMode } from '../download/stated-mode';
import { TransferLabel } from '../download/transfer-label';
import { useOpenedTransfer } from '../download/use-opened-transfer';

/** Who can read the files of a live transfer, said to its receiver once it is proven. */
export function TransferProof({ transfer: { id } }: { transfer: { id: string } }) {
  const { data } = useQuery(transferQuery(id));
  return data ? <Label transfer={data} /> : null;
}

function Label({ transfer }: { transfer: TransferView }) {
  const mode = statedMode(transfer);
  const opened = useOpenedTransfer(transfer, mode !== 'managed');
  if (transfer.keyLost) return null;
  return <TransferLabel mode={mode} opened={opened} />;
}
