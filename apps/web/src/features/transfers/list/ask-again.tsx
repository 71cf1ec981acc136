import type { TransferItem } from '@tradepost/contracts/requests';
import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { useToast } from '../../../ui/notice/use-toast';
import { askedAgainText, useAskSenderAgain } from './lists.api';
import { t } from '../../../i18n/t';

interface AskAgainProps {
  transfer: Pick<TransferItem, 'id' | 'companyName'>;
  size?: 'small' | 'middle';
}

/** Requests the files of an ended transfer again, and leads to the new request. */
export function AskAgain({ transfer: { id, companyName }, size = 'small' }: AskAgainProps) {
  const again = useAskSenderAgain();
  const toast = useToast();
  if (again.data) return <Link to={`/requests/${again.data.request.id}`}>{t('Requested again')}</Link>;
  return (
    <Button
      size={size}
      loading={again.isPending}
      aria-label={t('Ask {companyName} again', { companyName })}
      onClick={() =>
        again.mutate(id, {
          onSuccess: (asked) => toast.success({ title: t('Success'), description: askedAgainText(asked) }),
          onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
        })
      }
    >
      {t('Ask again')}
    </Button>
  );
}
