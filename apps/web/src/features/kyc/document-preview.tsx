import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Modal, Spin, Typography, theme } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ErrorState } from '../../ui/error-state';
import { FileIcon } from '../../ui/file-icon';
import { formatDate } from '../../ui/format';
import { previewKind } from '../../ui/preview-kind';
import { uploadQuery } from './api';

const PdfView = lazy(() => import('../../ui/pdf-view').then(({ PdfView: Component }) => ({ default: Component })));

/** Which upload is shown, and of which document. */
export interface Shown {
  title: string;
  uploadId: string;
  filename: string;
  uploadedAt: string | null;
}

const megabyte = 1024 * 1024;

/** The address of a blob for as long as it is shown. */
function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return blob && url;
}

export function DocumentPreview({ shown, onClose }: { shown: Shown | null; onClose: () => void }) {
  return (
    <Modal open={shown !== null} title={shown?.title} onCancel={onClose} footer={null} width={820} destroyOnHidden>
      {shown && <Content {...shown} />}
    </Modal>
  );
}

function Content({ uploadId, filename, uploadedAt }: Shown) {
  const { token } = theme.useToken();
  const { data: blob, error, refetch } = useQuery(uploadQuery(uploadId));
  const url = useObjectUrl(blob);
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  const kind = previewKind(filename);
  const facts = blob && (
    <Typography.Text type="secondary" className="numbers">
      {(blob.size / megabyte).toFixed(2)} MB{uploadedAt && ` · ${formatDate(uploadedAt)}`}
    </Typography.Text>
  );
  const open = url && (
    <Button href={url} target="_blank" rel="noopener">
      Open File
    </Button>
  );

  if (blob && url && kind === 'pdf')
    return (
      <Flex vertical gap={12}>
        <div
          tabIndex={0}
          role="region"
          aria-label={filename}
          style={{
            height: '60vh',
            overflow: 'auto',
            padding: 16,
            background: token.colorFillSecondary,
            borderRadius: token.borderRadius,
          }}
        >
          <Suspense fallback={<Spin />}>
            <PdfView blob={blob} name={filename} />
          </Suspense>
        </div>
        <Flex justify="space-between" align="center" gap={12} wrap>
          <Flex vertical style={{ minWidth: 0 }}>
            <Typography.Text strong style={{ overflowWrap: 'anywhere' }}>
              {filename}
            </Typography.Text>
            {facts}
          </Flex>
          {open}
        </Flex>
      </Flex>
    );
  return (
    <Flex vertical align="center" justify="center" gap={12} style={{ height: '60vh' }}>
      {!blob || !url ? (
        <Spin />
      ) : kind === 'image' ? (
        <img src={url} alt={filename} style={{ maxWidth: '100%', maxHeight: '100%', objectFit: 'contain' }} />
      ) : (
        <>
          <FileIcon mimetype={blob.type} name={filename} size={48} />
          <Typography.Text strong style={{ overflowWrap: 'anywhere', textAlign: 'center' }}>
            {filename}
          </Typography.Text>
          {facts}
          {open}
        </>
      )}
    </Flex>
  );
}
