import type { TransferItem } from '@tradepost/contracts/requests';
import { useMay } from '../../../session/may';
import { LinkButton } from '../../../ui/layout/link-button';
import { PageHeader } from '../../../ui/layout/page-header';
import { pathOf } from '../api';
import { AskAgain } from './ask-again';
import { TransferList } from './transfer-list';
import { t } from '../../../i18n/t';

/** Transfers to the account that the person acts for. Who may only see them gets no actions. */
export default function MyTransfersPage() {
  const mayReceive = useMay('receive');
  return (
    <>
      <PageHeader
        title={t('My Transfers')}
        subtitle={
          mayReceive
            ? t('Files that senders sent you.')
            : t('Files that senders sent to your company. Your role opens none of them.')
        }
      />
      <TransferList side="received" {...(mayReceive && { actions: actionsOf })} />
    </>
  );
}

const actionsOf = (transfer: TransferItem) =>
  transfer.status === 'live' ? <OpenTransfer transfer={transfer} /> : <AskAgain transfer={transfer} />;

/** Opens the mailed link in this app. */
function OpenTransfer({ transfer: { url, companyName } }: { transfer: TransferItem }) {
  if (url === null) return null;
  return (
    <LinkButton size="small" to={pathOf(url)} aria-label={t('Open the transfer from {companyName}', { companyName })}>
      {t('Open')}
    </LinkButton>
  );
}
