import type { RequestView } from '@tradepost/contracts/requests';
import { ClockCircleOutlined } from '@ant-design/icons';
import { Button, Flex, Modal, Typography } from 'antd';
import type { ReactNode } from 'react';
import { FileIcon } from '../../ui/file-icon';
import { formatBytes } from '../../ui/format';
import { ModeBadge } from '../../ui/mode-badge';
import { StatusTag, type Tone } from '../../ui/status-tag';

const tones: Record<RequestView['status'], Tone> = { pending: 'yellow', accepted: 'green', rejected: 'red' };

export function RequestStatusTag({
  request: { status, waitsForKey },
  waiting,
}: {
  request: RequestView;
  waiting: string;
}) {
  return (
    <Flex vertical gap={4} align="flex-start" className="wrap-cell">
      <StatusTag tone={tones[status]} text={status} />
      {status === 'pending' && waitsForKey && (
        <Typography.Text type="secondary" style={{ fontSize: 13 }}>
          <ClockCircleOutlined aria-hidden /> {waiting}
        </Typography.Text>
      )}
    </Flex>
  );
}

const countOf = (files: number) => `${files} ${files === 1 ? 'file' : 'files'}`;

export function FilesButton({ request, onOpen }: { request: RequestView; onOpen: (request: RequestView) => void }) {
  return (
    <Flex vertical gap={4} align="flex-start">
      <Button
        type="link"
        size="small"
        style={{ paddingInline: 0 }}
        onClick={() => onOpen(request)}
        aria-label={`Files for ${request.companyName}`}
      >
        {countOf(request.fileIds.length)}
      </Button>
      <ModeBadge mode={request.mode} />
    </Flex>
  );
}

const kindOf = (mimetype: string) => mimetype.split('/').at(-1)?.split('.').at(-1);

/** What is asked for, and in which words. */
export function FilesDialog({ request, onClose }: { request: RequestView; onClose: () => void }) {
  return (
    <Modal open title={`Files for ${request.companyName}`} footer={null} onCancel={onClose} width={560}>
      <Flex vertical gap={16}>
        <Said title="Intended use">{request.intendedUse}</Said>
        <Said title="Note">{request.note}</Said>
        <Said title="Why it was rejected">{request.reason}</Said>
        <Flex component="ul" vertical gap={12} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {request.files.map(({ id, name, mimetype, size, mode }) => (
            <Flex component="li" key={id} gap={10} align="center" wrap>
              <FileIcon mimetype={mimetype} name={name} />
              <span style={{ flex: '1 1 160px', overflowWrap: 'anywhere' }}>{name}</span>
              <ModeBadge mode={mode} />
              <Typography.Text type="secondary">{kindOf(mimetype)}</Typography.Text>
              <span className="numbers">{formatBytes(size)}</span>
            </Flex>
          ))}
        </Flex>
      </Flex>
    </Modal>
  );
}

function Said({ title, children }: { title: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div>
      <Typography.Text type="secondary">{title}</Typography.Text>
      <div style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{children}</div>
    </div>
  );
}
