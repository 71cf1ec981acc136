import { DownloadOutlined } from '@ant-design/icons';
import type { TransferDetails } from '@tradepost/contracts/requests';
import { Button } from 'antd';
import { useState } from 'react';
import { useToast } from '../../../ui/notice/use-toast';
import { LinkButton } from '../../../ui/layout/link-button';
import { pathOf } from '../api';
import { AskAgain } from '../list/ask-again';
import { useResendLink } from '../list/lists.api';
import { ExtendTransferDialog, RevokeTransferDialog } from '../list/transfer-dialogs';
import { t } from '../../../i18n/t';

/** What the receiver can do with the transfer. */
export function ReceiverActions({ transfer }: { transfer: TransferDetails }) {
  if (transfer.status !== 'live') return <AskAgain transfer={transfer} size="middle" />;
  if (transfer.url === null) return null;
  return (
    <LinkButton to={pathOf(transfer.url)} type="primary" icon={<DownloadOutlined aria-hidden />}>
      {t('Open files')}
    </LinkButton>
  );
}

/** What the sender can do with the transfer. */
export function SenderActions({ transfer }: { transfer: TransferDetails }) {
  const [open, setOpen] = useState<'extend' | 'revoke'>();
  const resend = useResendLink();
  const toast = useToast();
  const { id, status } = transfer;
  if (status === 'revoked') return null;
  const isLive = status === 'live';
  const mailLink = () =>
    resend.mutate(id, {
      onSuccess: ({ message }) => toast.success({ title: t('Success'), description: message }),
      onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
    });
  return (
    <>
      {isLive && (
        <Button loading={resend.isPending} onClick={mailLink}>
          {t('Resend link')}
        </Button>
      )}
      {isLive && (
        <Button danger onClick={() => setOpen('revoke')}>
          {t('Revoke')}
        </Button>
      )}
      <Button type="primary" onClick={() => setOpen('extend')}>
        {t('Extend')}
      </Button>
      {open === 'extend' && <ExtendTransferDialog transfer={transfer} onClose={() => setOpen(undefined)} />}
      {open === 'revoke' && <RevokeTransferDialog transfer={transfer} onClose={() => setOpen(undefined)} />}
    </>
  );
}
