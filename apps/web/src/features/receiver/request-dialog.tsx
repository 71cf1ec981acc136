import type { ReceivedFile, ReceivedFolder } from '@tradepost/contracts/storage';
import { Flex, Form, Input, Modal, Typography } from 'antd';
import { useState } from 'react';
import { NoKeys } from '../../vault/company/no-keys';
import { useHasKeys } from '../../vault/has-keys';
import { SetUpFirst } from '../../vault/notices/set-up-first';
import { SenderKey, useSenderKey } from '../../sealing/found-key/sender-key';
import { SigningError } from '../../sealing/signing-error';
import { useUser } from '../../session/auth.store';
import { totalValueText } from '../../ui/exchange/total-value-text';
import { formatBytes } from '../../ui/feedback/format';
import { useToast } from '../../ui/notice/use-toast';
import { useSendRequest } from './api';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './receiver.module.css';

interface RequestDialogProps {
  folder: ReceivedFolder;
  files: ReceivedFile[];
  onSent: () => void;
  onClose: () => void;
}

const listed = 4;

/** Sends a request with its intended use and a note. */
export function RequestDialog({ folder, files, onSent, onClose }: RequestDialogProps) {
  const request = useSendRequest(useUser());
  const toast = useToast();
  const [note, setNote] = useState('');
  const [intendedUse, setIntendedUse] = useState('');
  const bytes = files.reduce((sum, { fileSize }) => sum + fileSize, 0);
  const isSealed = files.some(({ mode }) => mode === 'e2e');
  const isClosed = !useHasKeys() && isSealed;
  const senderKey = useSenderKey({ fileIds: files.map(({ fileId }) => fileId) }, isSealed && !isClosed);
  const { address, isKnown } = senderKey;
  const submit = () =>
    request.mutate(
      {
        fileIds: files.map(({ fileId }) => fileId),
        note: note.trim(),
        intendedUse: intendedUse.trim(),
        ...(address && { senderAddress: address }),
      },
      {
        onSuccess: ({ message, requests, alreadyPending }) => {
          onSent();
          onClose();
          if (requests.length === 0) return toast.info({ title: t('Requested'), description: message });
          toast.success({
            title: t('Success'),
            description:
              alreadyPending.length > 0
                ? t('{message} ({count} already requested)', { message, count: alreadyPending.length })
                : message,
          });
        },
      },
    );
  return (
    <Modal
      open
      title={t('Send Request')}
      okText={t('Send Request')}
      cancelText={t('Cancel')}
      confirmLoading={request.isPending}
      okButtonProps={{ disabled: isClosed || !isKnown }}
      onOk={submit}
      onCancel={onClose}
      width={560}
    >
      <Flex vertical gap={16}>
        {isClosed && <NoKeys />}
        {isSealed && !isClosed && <SetUpFirst />}
        <SigningError error={request.error} who={folder.inviterCompany} onAccepted={submit} />
        {!request.error && <SenderKey senderKey={senderKey} who={folder.inviterCompany} />}
        <div>
          <Typography.Text strong className="numbers">
            {t('{count, plural, one {# file} other {# files}}, {bytes}', {
              count: files.length,
              bytes: formatBytes(bytes),
            })}
          </Typography.Text>
          <Typography.Text> {t('from {inviterCompany}', { inviterCompany: folder.inviterCompany })}</Typography.Text>
          <Typography.Text className={`numbers ${layout.block}`}>{totalValueText(files)}</Typography.Text>
          <Typography.Paragraph type="secondary" className={`${layout.noMargin} ${layout.breakWords}`}>
            {files.length > listed
              ? t('{files} and {count} more', {
                  files: files
                    .slice(0, listed)
                    .map(({ fileName }) => fileName)
                    .join(', '),
                  count: files.length - listed,
                })
              : files
                  .slice(0, listed)
                  .map(({ fileName }) => fileName)
                  .join(', ')}
          </Typography.Paragraph>
        </div>
        {folder.licence && (
          <div>
            <Typography.Text strong>{t('Licence terms')}</Typography.Text>
            <div role="region" aria-label={t('Licence terms')} tabIndex={0} className={styles.scrollingLicence}>
              <Typography.Text type="secondary">{folder.licence}</Typography.Text>
            </div>
          </div>
        )}
        <Form layout="vertical" component="div">
          <Form.Item
            label={t('Intended use (Optional)')}
            htmlFor="request-use"
            extra={t("Recorded with the transfer; can't be changed.")}
          >
            <Input.TextArea
              id="request-use"
              autoSize={{ minRows: 2, maxRows: 6 }}
              maxLength={1000}
              value={intendedUse}
              onChange={({ target }) => setIntendedUse(target.value)}
            />
          </Form.Item>
          <Form.Item label={t('Note to the sender (Optional)')} htmlFor="request-note" className={layout.marginBottom8}>
            <Input.TextArea
              id="request-note"
              autoSize={{ minRows: 2, maxRows: 6 }}
              maxLength={1000}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          </Form.Item>
        </Form>
      </Flex>
    </Modal>
  );
}
