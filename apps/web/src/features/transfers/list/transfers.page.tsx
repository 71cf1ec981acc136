import { MoreOutlined } from '@ant-design/icons';
import type { TransferItem } from '@tradepost/contracts/requests';
import { useState } from 'react';
import { useMay } from '../../../session/may';
import { MenuButton } from '../../../ui/menu/menu-button';
import { PageHeader } from '../../../ui/layout/page-header';
import { useToast } from '../../../ui/notice/use-toast';
import { useResendLink } from './lists.api';
import { ExtendTransferDialog, RevokeTransferDialog } from './transfer-dialogs';
import { TransferList } from './transfer-list';
import { t } from '../../../i18n/t';

type Open = { kind: 'extend' | 'revoke'; transfer: TransferItem };

/** The company's transfers and their downloads. */
export default function TransfersPage() {
  const [open, setOpen] = useState<Open>();
  const mayChange = useMay('requests');
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHeader title={t('Transfers')} subtitle={t("What you've sent and who downloaded it.")} />
      <TransferList
        side="sent"
        {...(mayChange && {
          actions: (transfer) => <SenderActions transfer={transfer} onOpen={(kind) => setOpen({ kind, transfer })} />,
        })}
      />
      {open?.kind === 'extend' && <ExtendTransferDialog transfer={open.transfer} onClose={close} />}
      {open?.kind === 'revoke' && <RevokeTransferDialog transfer={open.transfer} onClose={close} />}
    </>
  );
}

function SenderActions({
  transfer: { id, status, companyName },
  onOpen,
}: {
  transfer: TransferItem;
  onOpen: (kind: Open['kind']) => void;
}) {
  const resend = useResendLink();
  const toast = useToast();
  if (status === 'revoked') return null;
  const act = {
    resend: () =>
      resend.mutate(id, {
        onSuccess: ({ message }) => toast.success({ title: t('Success'), description: message }),
        onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
      }),
    extend: () => onOpen('extend'),
    revoke: () => onOpen('revoke'),
  };
  const items = [
    ...(status === 'live' ? [{ key: 'resend', label: t('Resend link') }] : []),
    { key: 'extend', label: t('Extend') },
    ...(status === 'live' ? [{ key: 'revoke', label: t('Revoke'), danger: true }] : []),
  ];
  return (
    <MenuButton
      type="text"
      icon={<MoreOutlined aria-hidden />}
      loading={resend.isPending}
      aria-label={t('Actions for the transfer to {companyName}', { companyName })}
      menu={{ items, onClick: ({ key }) => act[key as keyof typeof act]() }}
    />
  );
}
