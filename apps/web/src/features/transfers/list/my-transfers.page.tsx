import type { TransferItem } from '@tradepost/contracts/requests';
import { LinkButton } from '../../../ui/layout/link-button';
import { PageHeader } from '../../../ui/layout/page-header';
import { pathOf } from '../api';
import { AskAgain } from './ask-again';
import { TransferList } from './transfer-list';
import { t } from '../../../i18n/t';

/** Transfers to the signed-in person. */
export default function MyTransfersPage() {
  return (
    <>
      <PageHeader title={t('My Transfers')} subtitle={t('Files that senders sent you.')} />
      <TransferList
        side="received"
        actions={(transfer) =>
          transfer.status === 'live' ? <OpenTransfer transfer={transfer} /> : <AskAgain transfer={transfer} />
        }
      />
    </>
  );
}

/** Opens the mailed link in this app. */
function OpenTransfer({ transfer: { url, companyName } }: { transfer: TransferItem }) {
  return (
    <LinkButton size="small" to={pathOf(url)} aria-label={t('Open the transfer from {companyName}', { companyName })}>
      {t('Open')}
    </LinkButton>
  );
}
