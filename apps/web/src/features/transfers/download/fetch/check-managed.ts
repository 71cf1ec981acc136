import type { TransferFile } from '@tradepost/contracts/requests';
import { sha256Of } from '../../../../api/bytes';
import { displayName } from '../../api';
import { t } from '../../../../i18n/t';

/** Compares the bytes of a managed file with the hash in the transfer. @throws Error */
export const checkManaged = (file: TransferFile) => async (content: Blob) => {
  const hash = await sha256Of(content);
  if (hash !== undefined && hash !== file.sha256)
    throw new Error(
      t('{name} is not identical to the file that was sent. Please try again.', { name: displayName(file) }),
    );
};
