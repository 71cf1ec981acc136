import type { TransferItem } from '@tradepost/contracts/requests';
import { formatDate } from '../../ui/feedback/format';
import { t } from '../../i18n/t';

/** For the receiver of a transfer that has ended: since when, and who can make it available again. */
export const renewalText = ({ status, expiry, companyName }: TransferItem): string =>
  status === 'revoked'
    ? t('Only {companyName} can send these files again.', { companyName })
    : t('It expired on {expiry}. {companyName} can extend it; you then get a new link by email.', {
        expiry: formatDate(expiry),
        companyName,
      });
