import type { ReceivedFile, ReceivedFolder } from '@tradepost/contracts/storage';
import { Flex, Form, Input, Modal, Typography } from 'antd';
import { useState } from 'react';
import { SigningError } from '../../sealing/signing-error';
import { useUser } from '../../session/auth.store';
import { totalsOf } from '../../ui/exchange/totals';
import { countOf, formatBytes } from '../../ui/feedback/format';
import { useToast } from '../../ui/feedback/use-toast';
import { useSendRequest } from './api';
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
  const submit = () =>
    request.mutate(
      {
        fileIds: files.map(({ fileId }) => fileId),
        note: note.trim(),
        intendedUse: intendedUse.trim(),
        isSealed: files.some(({ mode }) => mode === 'e2e'),
      },
      {
        onSuccess: ({ message, requests, alreadyPending }) => {
          onSent();
          onClose();
          if (requests.length === 0) return toast.info({ title: 'Requested', description: message });
          toast.success({
            title: 'Success',
            description:
              alreadyPending.length > 0 ? `${message} (${alreadyPending.length} already requested)` : message,
          });
        },
      },
    );
  return (
    <Modal
      open
      title="Send Request"
      okText="Send Request"
      cancelText="Cancel"
      confirmLoading={request.isPending}
      onOk={submit}
      onCancel={onClose}
      width={560}
    >
      <Flex vertical gap={16}>
        <SigningError error={request.error} who={folder.inviterCompany} onAccepted={submit} />
        <div>
          <Typography.Text strong className="numbers">
            {countOf(files.length, 'file')}, {formatBytes(bytes)}
          </Typography.Text>
          <Typography.Text> from {folder.inviterCompany}</Typography.Text>
          <Typography.Text className={`numbers ${layout.block}`}>
            Total value: {totalsOf(files).join(' and ')}
          </Typography.Text>
          <Typography.Paragraph type="secondary" className={`${layout.noMargin} ${layout.breakWords}`}>
            {files
              .slice(0, listed)
              .map(({ fileName }) => fileName)
              .join(', ')}
            {files.length > listed && ` and ${files.length - listed} more`}
          </Typography.Paragraph>
        </div>
        {folder.licence && (
          <div>
            <Typography.Text strong>Licence terms</Typography.Text>
            <div role="region" aria-label="Licence terms" tabIndex={0} className={styles.scrollingLicence}>
              <Typography.Text type="secondary">{folder.licence}</Typography.Text>
            </div>
          </div>
        )}
        <Form layout="vertical" component="div">
          <Form.Item
            label="Intended use (Optional)"
            htmlFor="request-use"
            extra="Recorded with the transfer; can't be changed."
          >
            <Input.TextArea
              id="request-use"
              autoSize={{ minRows: 2, maxRows: 6 }}
              maxLength={1000}
              value={intendedUse}
              onChange={({ target }) => setIntendedUse(target.value)}
            />
          </Form.Item>
          <Form.Item label="Note to the sender (Optional)" htmlFor="request-note" className={layout.marginBottom8}>
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
