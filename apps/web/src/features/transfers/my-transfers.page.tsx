import type { TransferItem } from '@tradepost/contracts/requests';
import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { PageHeader } from '../../ui/page-header';
import { useToast } from '../../ui/use-toast';
import { useAskAgain } from './lists.api';
import { TransferList } from './transfer-list';

/** What was handed over to the reader. */
export default function MyTransfersPage() {
  return (
    <>
      <PageHeader title="My Transfers" subtitle="Files senders handed over to you." />
      <TransferList
        side="received"
        actions={(transfer) =>
          transfer.status === 'live' ? <Open transfer={transfer} /> : <AskAgain transfer={transfer} />
        }
      />
    </>
  );
}

/** The link as it was mailed, within this page. */
function Open({ transfer: { url, companyName } }: { transfer: TransferItem }) {
  const { pathname, search } = new URL(url, location.origin);
  return (
    <Link to={pathname + search} aria-label={`Open the transfer of ${companyName}`}>
      Open
    </Link>
  );
}

function AskAgain({ transfer: { id, companyName } }: { transfer: TransferItem }) {
  const again = useAskAgain();
  const toast = useToast();
  return (
    <Button
      size="small"
      loading={again.isPending}
      disabled={again.isSuccess}
      aria-label={`Ask ${companyName} again`}
      onClick={() =>
        again.mutate(id, {
          onSuccess: () =>
            toast.success({ title: 'Success', description: `${companyName} was asked for the files again.` }),
          onError: ({ message }) => toast.destructive({ title: 'Error', description: message }),
        })
      }
    >
      {again.isSuccess ? 'Asked' : 'Ask again'}
    </Button>
  );
}
