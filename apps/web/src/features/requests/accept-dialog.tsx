import { useQuery } from '@tanstack/react-query';
import type { RequestView } from '@tradepost/contracts/requests';
import { Alert, Checkbox, DatePicker, Flex, Form, InputNumber, Modal, TimePicker, Typography } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { ApiError } from '@tradepost/client/api/api-error';
import { mailbox } from '@tradepost/contracts/values/address';
import { foldersQuery, meQuery } from '../../api/queries';
import { KeyChanged } from '../../sealing/key-changed';
import { ReceiverKey, useReceiverKey } from '../../sealing/found-key/receiver-key';
import { dayPattern, formatBytes, formatDate } from '../../ui/feedback/format';
import { ModeBadge } from '../../ui/file/mode-badge';
import { totalValueText } from '../../ui/exchange/total-value-text';
import { endOfDay, usualEndOf } from '../../ui/form/ends';
import { ExpiryPresets } from '../../ui/form/expiry-presets';
import { useToast } from '../../ui/notice/use-toast';
import { DeliveryNotice } from '../../ui/exchange/delivery-notice';
import { useConfirm } from './api';
import { LabelledText } from './parts';
import { t } from '../../i18n/t';
import { StepUp } from './step-up';
import layout from '../../ui/layout/layout.module.css';
import styles from './requests.module.css';
import '../../ui/layout/tall-dialog.css';

/** The receiver's keys have changed since the dialog loaded them. */
const keyCodes = new Set<ApiError['code']>(['RECEIVER_KEY_MISSING', 'REQUEST_UNSIGNED', 'GRANTS_INVALID']);
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Opening it mails the step-up code; the other fields stay disabled until the code is verified. */
export function AcceptDialog({ request, onClose }: { request: RequestView; onClose: () => void }) {
  const toast = useToast();
  const confirm = useConfirm();
  const [isVerified, setVerified] = useState(false);
  const { data: me } = useQuery(meQuery);
  const [openedAt] = useState(() => dayjs());
  const usualEnd = usualEndOf(me?.company?.usualExpiry, openedAt) ?? endOfDay(openedAt.add(7, 'day'));
  const [date = usualEnd, setDate] = useState<Dayjs | null>();
  const [time = usualEnd, setTime] = useState<Dayjs | null>();
  const [fileIds, setFileIds] = useState(request.fileIds);
  const [maxDownloads, setMaxDownloads] = useState<number | null>(null);

  const isSealed = request.files.some(({ id, mode }) => mode === 'e2e' && fileIds.includes(id));
  const receiverKey = useReceiverKey(request, isVerified && isSealed);

  const accept = () => {
    const expiry = date && time ? date.hour(time.hour()).minute(time.minute()).second(0).millisecond(0) : null;
    if (!expiry?.isAfter(dayjs()))
      return toast.destructive({ title: t('Invalid Expiry'), description: t('Expiry time must be in the future.') });
    const isPart = fileIds.length < request.fileIds.length;
    confirm.mutate(
      {
        request,
        expiry: expiry.toISOString(),
        ...(isPart && { fileIds }),
        ...(maxDownloads !== null && { maxDownloads }),
      },
      {
        onSuccess: ({ transfer }) => {
          onClose();
          toast.success({
            title: t('Request Accepted'),
            description: t('The files are available until {expiry}.', { expiry: formatDate(transfer.expiry) }),
          });
        },
        onError: (error) => {
          if (error instanceof KeyChanged || (error instanceof ApiError && keyCodes.has(error.code)))
            void receiverKey.refetch();
          if (!(error instanceof ApiError && error.code === 'NOT_VERIFIED')) return;
          setVerified(false);
          toast.destructive({ title: t('Verification Required'), description: error.message });
        },
      },
    );
  };

  return (
    <Modal
      open
      title={t('Accept Request')}
      okText={t('Confirm')}
      confirmLoading={confirm.isPending}
      okButtonProps={{ disabled: !isVerified || fileIds.length === 0 || (isSealed && !receiverKey.isGood) }}
      onOk={accept}
      onCancel={onClose}
      width={560}
      className="tall-dialog"
      classNames={{ body: layout.scrollCue as string }}
    >
      <Flex vertical gap={16}>
        <DeliveryNotice onGo={onClose} />
        <Typography.Text>
          {request.fileNames.length === 1
            ? t('{companyName} ({receiverEmail}) requests {value}.', {
                companyName: request.companyName,
                receiverEmail: mailbox(request.receiverEmail),
                value: request.fileNames[0],
              })
            : t('{companyName} ({receiverEmail}) requests {count} files.', {
                companyName: request.companyName,
                receiverEmail: mailbox(request.receiverEmail),
                count: request.fileNames.length,
              })}
        </Typography.Text>
        <Flex gap={12} align="center" wrap>
          <TotalValue fileIds={fileIds} />
          <ModeBadge mode={request.mode} />
        </Flex>
        <LabelledText title={t('Intended use')}>{request.intendedUse}</LabelledText>
        <LabelledText title={t('Note from {receiverEmail}', { receiverEmail: mailbox(request.receiverEmail) })}>
          {request.note}
        </LabelledText>
        <StepUp request={request} isVerified={isVerified} onVerified={() => setVerified(true)} />
        <Form layout="vertical" component="div" disabled={!isVerified}>
          {request.files.length > 1 && (
            <Form.Item
              label={t('Files to send ({count} of {count2})', { count: fileIds.length, count2: request.files.length })}
              {...(fileIds.length === 0 && { validateStatus: 'error', help: t('Please select at least one file') })}
              className={layout.marginBottom16}
            >
              <Checkbox.Group
                value={fileIds}
                onChange={setFileIds}
                options={request.files.map(({ id, name, size }) => ({
                  value: id,
                  label: (
                    <>
                      <bdi>{name}</bdi> ({formatBytes(size)})
                    </>
                  ),
                }))}
                className={styles.fileChoices}
              />
            </Form.Item>
          )}
          <Form.Item
            label={t('Available until ({zone})', { zone })}
            htmlFor="accept-date"
            className={layout.marginBottom16}
          >
            <Flex gap={8}>
              <DatePicker
                id="accept-date"
                value={date}
                onChange={setDate}
                format={dayPattern}
                disabledDate={(day) => day.isBefore(dayjs(), 'day')}
                allowClear={false}
                className={styles.date}
              />
              <TimePicker
                aria-label={t('Time')}
                value={time}
                onChange={setTime}
                format="HH:mm"
                allowClear={false}
                needConfirm={false}
                className={styles.time}
              />
            </Flex>
            <ExpiryPresets
              label={t('Available for')}
              value={date}
              onChoose={(end) => {
                setDate(end);
                setTime(end);
              }}
              disabled={!isVerified}
            />
          </Form.Item>
          <Form.Item label={t('Downloads allowed (Optional)')} htmlFor="accept-limit" className={layout.marginBottom0}>
            <InputNumber
              id="accept-limit"
              min={1}
              max={1000}
              precision={0}
              placeholder={t('No limit')}
              className={styles.limit}
              value={maxDownloads}
              onChange={setMaxDownloads}
            />
          </Form.Item>
        </Form>
        {isVerified && isSealed && <ReceiverKey receiverKey={receiverKey} who={mailbox(request.receiverEmail)} />}
        <Licences fileIds={fileIds} />
        {confirm.error && <Alert type="error" showIcon role="alert" title={confirm.error.message} />}
      </Flex>
    </Modal>
  );
}

/** The value of the files to send, for each currency; nothing until all are known. */
function TotalValue({ fileIds }: { fileIds: string[] }) {
  const { data } = useQuery(foldersQuery);
  const files = data?.flatMap((folder) => folder.files).filter(({ id }) => fileIds.includes(id)) ?? [];
  if (files.length === 0 || files.length < fileIds.length) return null;
  return (
    <Typography.Text strong className="numbers">
      {totalValueText(files)}
    </Typography.Text>
  );
}

/** Licence terms of the files' folders, which are recorded with the transfer. */
function Licences({ fileIds }: { fileIds: string[] }) {
  const { data } = useQuery(foldersQuery);
  const licensed = data?.filter(({ licence, files }) => licence && files.some(({ id }) => fileIds.includes(id))) ?? [];
  return licensed.map(({ id, name, licence }) => (
    <div key={id}>
      <Typography.Text type="secondary">
        {t('Licence terms of {name}, recorded with the transfer', { name })}
      </Typography.Text>
      <div
        role="region"
        aria-label={t('Licence terms of {name}', { name })}
        tabIndex={0}
        className={`${styles.licence} ${layout.preLine}`}
      >
        {licence}
      </div>
    </div>
  ));
}
