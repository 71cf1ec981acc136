import { approvalsMissing, fileCountOf, requestStatuses, type RequestView } from '@tradepost/contracts/requests';
import { ClockCircleOutlined } from '@ant-design/icons';
import { Button, Flex, Modal, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useUser } from '../../session/auth.store';
import { useHasKeys } from '../../vault/has-keys';
import { useMay } from '../../session/may';
import { FileIcon } from '../../ui/file/file-icon';
import { fileType, formatBytes } from '../../ui/feedback/format';
import { ModeBadge, ModeMark } from '../../ui/file/mode-badge';
import { StatusTag, type Tone } from '../../ui/feedback/status-tag';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './requests.module.css';

const tones: Record<RequestView['status'], Tone> = { pending: 'yellow', accepted: 'green', rejected: 'red' };

/** Of the filter of a list of requests. */
export const statusOptions = [
  { value: '', label: t('All') },
  ...requestStatuses.map((value) => ({ value, label: t(value) })),
];

/** Whether the person can accept a pending request now: it is signed where it must be, and approved by enough people. */
export function useMayAccept(): (request: RequestView) => boolean {
  const { id } = useUser();
  const hasKeys = useHasKeys();
  return ({ mode, waitsForKey, waitsForSignature, approvals }) =>
    (hasKeys || mode === 'managed') && !waitsForKey && !waitsForSignature && approvalsMissing(approvals, id) === 0;
}

export function RequestStatusTag({
  request: { status, mode, waitsForKey, waitsForSignature, approvals },
  waiting,
  unsigned,
  isLine = false,
}: {
  request: RequestView;
  waiting: string;
  unsigned: string;
  /** The tag and its text next to each other. */
  isLine?: boolean;
}) {
  const { id } = useUser();
  const mayAccept = useMay('requests');
  const hasKeys = useHasKeys();
  const missing =
    approvals && (mayAccept ? approvalsMissing(approvals, id) : approvals.needed - approvals.given.length);
  const unapproved =
    approvals && missing && missing > 0
      ? t('{given} of {needed, plural, one {# approval} other {# approvals}}', {
          given: approvals.given.length,
          needed: approvals.needed,
        })
      : null;
  const needsKeys = mayAccept && !hasKeys && mode !== 'managed' ? t('You need encryption keys to accept it') : null;
  const text = waitsForKey ? waiting : waitsForSignature ? unsigned : (needsKeys ?? unapproved);
  return (
    <Flex vertical={!isLine} wrap={isLine} gap={isLine ? '0 6px' : 4} align="flex-start" className="wrap-cell">
      <StatusTag tone={tones[status]} text={status} />
      {status === 'pending' && text && (
        <Typography.Text type="secondary" className={`${layout.small} whole-fact`}>
          <ClockCircleOutlined aria-hidden /> {text}
        </Typography.Text>
      )}
    </Flex>
  );
}

export const filesText = (request: RequestView) =>
  t('{count, plural, one {# file} other {# files}}', { count: fileCountOf(request) });

export function FilesButton({ request, onOpen }: { request: RequestView; onOpen: (request: RequestView) => void }) {
  return (
    <Flex gap={4} align="center">
      <Button
        type="link"
        size="small"
        className={layout.noPaddingInline}
        onClick={() => onOpen(request)}
        aria-label={t('Files for {companyName}', { companyName: request.companyName })}
      >
        {filesText(request)}
      </Button>
      <ModeMark mode={request.mode} />
    </Flex>
  );
}

/** The requested files, with the receiver's texts and the reason of a rejection. */
export function FilesDialog({ request, onClose }: { request: RequestView; onClose: () => void }) {
  return (
    <Modal
      open
      title={t('Files for {companyName}', { companyName: request.companyName })}
      footer={null}
      onCancel={onClose}
      width={560}
    >
      <RequestDetails request={request} />
    </Modal>
  );
}

export function RequestDetails({ request }: { request: RequestView }) {
  return (
    <Flex vertical gap={16}>
      <LabelledText title={t('Intended use')}>{request.intendedUse}</LabelledText>
      <LabelledText title={t('Note')}>{request.note}</LabelledText>
      <LabelledText title={t('Reason for rejection')}>{request.reason}</LabelledText>
      <Flex component="ul" vertical gap={12} className={layout.bareList}>
        {request.files.map(({ id, name, mimetype, size, mode }) => (
          <Flex component="li" key={id} gap={12} align="center" wrap>
            <FileIcon mimetype={mimetype} name={name} />
            <span className={`${styles.fileName} ${layout.breakWords}`}>
              <bdi>{name}</bdi>
            </span>
            <ModeBadge mode={mode} />
            <Typography.Text type="secondary">{fileType(name)}</Typography.Text>
            <span className="numbers">{formatBytes(size)}</span>
          </Flex>
        ))}
      </Flex>
    </Flex>
  );
}

export function LabelledText({ title, children }: { title: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div>
      <Typography.Text type="secondary">{title}</Typography.Text>
      <div className={layout.preLine}>{children}</div>
    </div>
  );
}
