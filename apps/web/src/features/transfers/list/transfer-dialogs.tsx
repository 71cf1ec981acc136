import type { TransferItem } from '@tradepost/contracts/requests';
import { mailbox } from '@tradepost/contracts/values/address';
import { Alert, DatePicker, Form, Input, Modal } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { KeyChanged } from '../../../sealing/key-changed';
import { NoKeys } from '../../../vault/company/no-keys';
import { useHasKeys } from '../../../vault/has-keys';
import { LockedNotice } from '../../../vault/notices/locked-notice';
import { ReceiverKey, useReceiverKey } from '../../../sealing/found-key/receiver-key';
import { dayPattern, formatDate } from '../../../ui/feedback/format';
import { useToast } from '../../../ui/notice/use-toast';
import { endOfDay } from '../../../ui/form/ends';
import { ExpiryPresets } from '../../../ui/form/expiry-presets';
import { useExtend, useRevoke } from './lists.api';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';

const week = 7;

export function ExtendTransferDialog({ transfer: before, onClose }: { transfer: TransferItem; onClose: () => void }) {
  const { id, expiry, mode, receiverEmail } = before;
  const isSealed = mode !== 'managed';
  const isClosed = !useHasKeys() && isSealed;
  const receiverKey = useReceiverKey({ transferId: id, receiverEmail }, isSealed && !isClosed);
  const extend = useExtend();
  const toast = useToast();
  const earliest = dayjs(expiry).isAfter(dayjs()) ? dayjs(expiry) : dayjs();
  const [until, setUntil] = useState<Dayjs | null>(endOfDay(earliest.add(week, 'day')));
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
            title: t('Transfer extended'),
            description: t('The files are available until {expiry}. The receiver gets the new link by email.', {
              expiry: formatDate(transfer.expiry),
            }),
          });
        },
      },
    );
  return (
    <Modal
      open
      title={t('Extend the transfer')}
      okText={t('Extend')}
      okButtonProps={{ disabled: !until || (isSealed && !receiverKey.isGood) }}
      confirmLoading={extend.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item
          label={t('Available until ({timeZone})', { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
          htmlFor="extend-until"
        >
          <DatePicker
            id="extend-until"
            showTime={{ format: 'HH:mm' }}
            format={`${dayPattern} HH:mm`}
            value={until}
            onChange={setUntil}
            disabledDate={(day) => day.isBefore(earliest, 'day')}
            allowClear={false}
            className={layout.fullWidth}
          />
          <ExpiryPresets from={earliest} label={t('Extend by')} value={until} onChoose={setUntil} />
        </Form.Item>
      </Form>
      {isClosed && <NoKeys />}
      {isSealed && !isClosed && <ReceiverKey receiverKey={receiverKey} who={mailbox(receiverEmail)} />}
      {extend.error && <Alert type="error" showIcon role="alert" title={extend.error.message} />}
    </Modal>
  );
}

export function RevokeTransferDialog({ transfer, onClose }: { transfer: TransferItem; onClose: () => void }) {
  const revoke = useRevoke();
  const toast = useToast();
  const [reason, setReason] = useState('');
  const submit = () =>
    revoke.mutate(
      { transfer, reason: reason.trim() },
      {
        onSuccess: ({ message }) => {
          onClose();
          toast.success({ title: t('Transfer revoked'), description: message });
        },
      },
    );
  return (
    <Modal
      open
      title={t('Revoke the transfer to {companyName}?', { companyName: transfer.companyName })}
      okText={t('Revoke')}
      okButtonProps={{ danger: true }}
      confirmLoading={revoke.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <LockedNotice />
      <Form layout="vertical" component="div">
        <Form.Item
          label={t('Reason (Optional)')}
          htmlFor="revoke-reason"
          extra={t('The link stops working at once. Anyone who opens it sees the reason.')}
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
