import { MoreOutlined } from '@ant-design/icons';
import type { TransferItem } from '@tradepost/contracts/requests';
import { Alert, Button, DatePicker, Dropdown, Form, Input, Modal } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { KeyChanged } from '../../../sealing/refusals';
import { ReceiverKey, useReceiverKey } from '../../../sealing/receiver-key';
import { formatDate } from '../../../ui/feedback/format';
import { PageHeader } from '../../../ui/layout/page-header';
import { useToast } from '../../../ui/feedback/use-toast';
import { useExtend, useResendLink, useRevoke } from './lists.api';
import { TransferList } from './transfer-list';
import layout from '../../../ui/layout/layout.module.css';

type Open = { kind: 'extend' | 'revoke'; transfer: TransferItem };

/** The company's transfers and their downloads. */
export default function TransfersPage() {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHeader title="Transfers" subtitle="What you've sent and who downloaded it." />
      <TransferList
        side="sent"
        actions={(transfer) => <SenderActions transfer={transfer} onOpen={(kind) => setOpen({ kind, transfer })} />}
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
        onSuccess: ({ message }) => toast.success({ title: 'Success', description: message }),
        onError: ({ message }) => toast.destructive({ title: 'Error', description: message }),
      }),
    extend: () => onOpen('extend'),
    revoke: () => onOpen('revoke'),
  };
  const items = [
    ...(status === 'live' ? [{ key: 'resend', label: 'Resend link' }] : []),
    { key: 'extend', label: 'Extend' },
    ...(status === 'live' ? [{ key: 'revoke', label: 'Revoke', danger: true }] : []),
  ];
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => act[key as keyof typeof act]() }}>
      <Button
        type="text"
        icon={<MoreOutlined aria-hidden />}
        loading={resend.isPending}
        aria-label={`Actions for the transfer to ${companyName}`}
      />
    </Dropdown>
  );
}

const week = 7;

function ExtendTransferDialog({ transfer: before, onClose }: { transfer: TransferItem; onClose: () => void }) {
  const { id, expiry, mode, receiverEmail } = before;
  const isSealed = mode !== 'managed';
  const receiverKey = useReceiverKey({ transferId: id }, isSealed);
  const extend = useExtend();
  const toast = useToast();
  const earliest = dayjs(expiry).isAfter(dayjs()) ? dayjs(expiry) : dayjs();
  const [until, setUntil] = useState<Dayjs | null>(earliest.add(week, 'day').hour(23).minute(59).second(0));
  const submit = () =>
    until &&
    extend.mutate(
      { transfer: before, expiry: until.millisecond(0).toISOString() },
      {
        onError: (error) => {
          if (error instanceof KeyChanged) void receiverKey.refetch();
        },
        onSuccess: ({ transfer }) => {
          onClose();
          toast.success({
            title: 'Transfer extended',
            description: `The files are available until ${formatDate(transfer.expiry)}. The receiver gets the new link by email.`,
          });
        },
      },
    );
  return (
    <Modal
      open
      title="Extend the transfer"
      okText="Extend"
      okButtonProps={{ disabled: !until || (isSealed && !receiverKey.isGood) }}
      confirmLoading={extend.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item
          label={`Available until (${Intl.DateTimeFormat().resolvedOptions().timeZone})`}
          htmlFor="extend-until"
        >
          <DatePicker
            id="extend-until"
            showTime={{ format: 'HH:mm' }}
            format="D MMM YYYY HH:mm"
            value={until}
            onChange={setUntil}
            disabledDate={(day) => day.isBefore(earliest, 'day')}
            allowClear={false}
            className={layout.fullWidth}
          />
        </Form.Item>
      </Form>
      {isSealed && <ReceiverKey receiverKey={receiverKey} who={receiverEmail} />}
      {extend.error && <Alert type="error" showIcon role="alert" title={extend.error.message} />}
    </Modal>
  );
}

function RevokeTransferDialog({ transfer, onClose }: { transfer: TransferItem; onClose: () => void }) {
  const revoke = useRevoke();
  const toast = useToast();
  const [reason, setReason] = useState('');
  const submit = () =>
    revoke.mutate(
      { transfer, reason: reason.trim() },
      {
        onSuccess: ({ message }) => {
          onClose();
          toast.success({ title: 'Transfer revoked', description: message });
        },
      },
    );
  return (
    <Modal
      open
      title={`Revoke the transfer to ${transfer.companyName}?`}
      okText="Revoke"
      okButtonProps={{ danger: true }}
      confirmLoading={revoke.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item
          label="Reason (Optional)"
          htmlFor="revoke-reason"
          extra="The link stops working at once. Anyone who opens it sees the reason."
        >
          <Input.TextArea
            id="revoke-reason"
            rows={3}
            maxLength={1000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Form.Item>
      </Form>
      {revoke.error && <Alert type="error" showIcon role="alert" title={revoke.error.message} />}
    </Modal>
  );
}
