import type { TransferItem } from '@tradepost/contracts/requests';
import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { PageHeader } from '../../../ui/layout/page-header';
import { useToast } from '../../../ui/feedback/use-toast';
import { askedAgainText, useAskSenderAgain } from './lists.api';
import { TransferList } from './transfer-list';

/** Transfers to the signed-in person. */
export default function MyTransfersPage() {
  return (
    <>
      <PageHeader title="My Transfers" subtitle="Files that senders sent you." />
      <TransferList
        side="received"
        actions={(transfer) =>
          transfer.status === 'live' ? (
            <OpenTransfer transfer={transfer} />
          ) : (
            <RequestTransferAgain transfer={transfer} />
          )
        }
      />
    </>
  );
}

/** Opens the mailed link in this app. */
function OpenTransfer({ transfer: { url, companyName } }: { transfer: TransferItem }) {
  const { pathname, search } = new URL(url, location.origin);
  return (
    <Link to={pathname + search} aria-label={`Open the transfer from ${companyName}`}>
      Open
    </Link>
  );
}

function RequestTransferAgain({ transfer: { id, companyName } }: { transfer: TransferItem }) {
  const again = useAskSenderAgain();
  const toast = useToast();
  return (
    <Button
      size="small"
      loading={again.isPending}
      disabled={again.isSuccess}
      aria-label={`Ask ${companyName} again`}
      onClick={() =>
        again.mutate(id, {
          onSuccess: (asked) => toast.success({ title: 'Success', description: askedAgainText(asked) }),
          onError: ({ message }) => toast.destructive({ title: 'Error', description: message }),
        })
      }
    >
      {again.isSuccess ? 'Asked' : 'Ask again'}
    </Button>
  );
}
