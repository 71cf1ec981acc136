import { useQuery } from '@tanstack/react-query';
import type { KycDocument, KycUpload } from '@tradepost/contracts/kyc';
import { Button, Flex, Spin, Typography } from 'antd';
import { useState } from 'react';
import { saveAs } from '../../api/bytes';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorState } from '../../ui/feedback/error-state';
import { FilePreview } from '../../ui/file/file-preview';
import { formatBytes, formatDate } from '../../ui/feedback/format';
import { ScanNote } from '../../ui/file/scan-note';
import { documentQuery } from './api';
import { Choice } from '../../ui/form/choice';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './document-viewer.module.css';

const newestOf = ({ uploadId, filename, fileUrl, contentType, size, uploadedAt, scan }: KycDocument): KycUpload[] =>
  uploadId && filename && fileUrl && contentType && size !== null && uploadedAt && scan
    ? [{ id: uploadId, filename, fileUrl, contentType, size, uploadedAt, scan }]
    : [];

/** A preview of one document, newest upload first. The log records every view. */
export function DocumentViewer({ document }: { document: KycDocument }) {
  const uploads = [...newestOf(document), ...document.versions];
  const [chosen, setChosen] = useState(uploads[0]?.id);
  const shown = uploads.find(({ id }) => id === chosen);
  if (!shown) return <EmptyState title={t('Not uploaded yet')} text={t('Ask for it with ‘Request changes’.')} />;
  return (
    <Flex vertical gap={8}>
      {uploads.length > 1 && (
        <Choice
          aria-label={t('Version')}
          value={shown.id}
          onChange={setChosen}
          options={uploads.map(({ id, uploadedAt }, index) => ({
            value: id,
            label:
              index === 0 && document.uploadId === id
                ? t('Newest: {uploadedAt}', { uploadedAt: formatDate(uploadedAt) })
                : t('Earlier: {uploadedAt}', { uploadedAt: formatDate(uploadedAt) }),
          }))}
        />
      )}
      <Upload upload={shown} />
    </Flex>
  );
}

function Upload({ upload: { id, filename, contentType, size, uploadedAt, scan } }: { upload: KycUpload }) {
  const { data: blob, error, refetch } = useQuery(documentQuery(id));
  return (
    <>
      <div tabIndex={0} role="region" aria-label={filename} className={styles.page}>
        {error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : blob ? (
          <FilePreview blob={blob} name={filename} mimetype={contentType} />
        ) : (
          <Flex justify="center" className={styles.loading}>
            <Spin />
          </Flex>
        )}
      </div>
      <Flex justify="space-between" align="center" gap={12} wrap>
        <Typography.Text type="secondary" className={`${layout.breakWords} ${layout.small}`}>
          {filename} · {formatBytes(size)} · {formatDate(uploadedAt)} · <ScanNote scan={scan} />
        </Typography.Text>
        <Button size="small" disabled={!blob} onClick={() => blob && saveAs(blob, filename)}>
          {t('Download')}
        </Button>
      </Flex>
    </>
  );
}
