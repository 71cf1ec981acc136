import type { TransferView } from '@tradepost/contracts/requests';
import { modeOf } from '@tradepost/contracts/encryption/formats';
import type { TransferMode } from '@tradepost/contracts/encryption/sealed';

/** The mode that follows from the files themselves: the server's label for the whole transfer proves nothing. */
export const statedMode = ({ files }: Pick<TransferView, 'files'>): TransferMode =>
  modeOf(files.map(({ mode, sealed }) => ({ mode: mode === 'e2e' || sealed ? 'e2e' : 'managed' })));
