import type { TransferStatus } from '@tradepost/contracts/requests';
import { StatusTag, type Tone } from '../../ui/feedback/status-tag';

const tones: Record<TransferStatus, Tone> = { live: 'green', expired: 'grey', revoked: 'red' };

export const TransferStatusTag = ({ status }: { status: TransferStatus }) => (
  <StatusTag tone={tones[status]} text={status} />
);
