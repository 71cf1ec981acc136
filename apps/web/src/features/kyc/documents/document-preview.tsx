import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Modal, Spin, Typography } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ErrorState } from '../../../ui/feedback/error-state';
import { FileIcon } from '../../../ui/file/file-icon';
import { formatDate } from '../../../ui/feedback/format';
import { previewKind } from '../../../ui/file/preview-kind';
import { uploadQuery } from '../api';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './document-preview.module.css';

const PdfView = lazy(() =>
  import('../../../ui/file/pdf-view').then(({ PdfView: Component }) => ({ default: Component })),
);

/** The upload to show and its document. */
export interface Shown {
  title: string;
  uploadId: string;
  filename: string;
  uploadedAt: string | null;
}

const megabyte = 1024 * 1024;

/** A URL of a blob while it is shown. */
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
  const { data: blob, error, refetch } = useQuery(uploadQuery(uploadId));
  const url = useObjectUrl(blob);
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  const kind = previewKind(filename);
  const facts = blob && (
    <Typography.Text type="secondary" className="numbers">
      {uploadedAt
        ? t('{size} MB · {uploadedAt}', { size: (blob.size / megabyte).toFixed(2), uploadedAt: formatDate(uploadedAt) })
        : t('{size} MB', { size: (blob.size / megabyte).toFixed(2) })}
    </Typography.Text>
  );
  const open = url && (
    <Button href={url} target="_blank" rel="noopener">
      {t('Open File')}
    </Button>
  );

  if (blob && url && kind === 'pdf')
    return (
      <Flex vertical gap={12}>
        <div tabIndex={0} role="region" aria-label={filename} className={styles.page}>
          <Suspense fallback={<Spin />}>
            <PdfView blob={blob} name={filename} />
          </Suspense>
        </div>
        <Flex justify="space-between" align="center" gap={12} wrap>
          <Flex vertical className={layout.shrinkable}>
            <Typography.Text strong className={layout.breakWords}>
              {filename}
            </Typography.Text>
            {facts}
          </Flex>
          {open}
        </Flex>
      </Flex>
    );
  return (
    <Flex vertical align="center" justify="center" gap={12} className={styles.frame}>
      {!blob || !url ? (
        <Spin />
      ) : kind === 'image' ? (
        <img src={url} alt={filename} className={styles.image} />
      ) : (
        <>
          <FileIcon mimetype={blob.type} name={filename} size={48} />
          <Typography.Text strong className={`${layout.breakWords} ${layout.centered}`}>
            {filename}
          </Typography.Text>
          {facts}
          {open}
        </>
      )}
    </Flex>
  );
}
