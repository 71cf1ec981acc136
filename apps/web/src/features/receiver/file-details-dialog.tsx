import { locale } from '../../i18n/language';
import { DownloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { routes } from '@tradepost/contracts/routes';
import type { ReceivedFile } from '@tradepost/contracts/storage';
import { Button, Descriptions, Flex, Modal, Typography } from 'antd';
import type { ReactNode } from 'react';
import { fetchBytes, saveAs } from '../../api/bytes';
import { ColumnProfile } from '../../ui/file/column-profile';
import { formatMoney } from '../../ui/exchange/totals';
import { ErrorState } from '../../ui/feedback/error-state';
import { FilePreview } from '../../ui/file/file-preview';
import { formatBytes } from '../../ui/feedback/format';
import { ModeBadge } from '../../ui/file/mode-badge';
import { ScanNote } from '../../ui/file/scan-note';
import { SkeletonList } from '../../ui/busy/skeleton-list';
import { TimeText } from '../../ui/feedback/time-text';
import '../../ui/layout/tall-dialog.css';
import { receivedFileQuery } from './api';
import { categoryLabel } from '../../i18n/reference-text';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

/** A file's terms, columns and preview, before it is requested. */
export function FileDetailsDialog({
  folderId,
  file,
  nextStep,
  onClose,
}: {
  folderId: string;
  file: ReceivedFile;
  /** The action for this file. */
  nextStep: ReactNode;
  onClose: () => void;
}) {
  const details = useQuery(receivedFileQuery(folderId, file.fileId));
  const sample = useQuery({
    queryKey: ['received', folderId, 'sample', file.fileId, file.version],
    queryFn: ({ signal }) => fetchBytes(routes.receivedSample, { folderId, fileId: file.fileId }, { signal }),
    enabled: file.sample !== null,
    gcTime: 0,
  });
  const sampleName =
    file.sample === 'rows'
      ? t('{fileName} (preview).csv', { fileName: file.fileName.replace(/\.[^.]+$/, '') })
      : file.fileName;
  const facts = [
    [t('Size'), formatBytes(file.fileSize)],
    [t('Last modified'), <TimeText key="at" iso={file.updatedAt} />],
    [t('Records'), file.records.toLocaleString(locale)],
    [t('Rate per record'), formatMoney(file.price, file.currency)],
    [t('Total value'), formatMoney(file.totalAmount, file.currency)],
    [t('Category'), categoryLabel(file.category)],
    [t('Version'), file.version],
    [t('Protection'), <ModeBadge key="mode" mode={file.mode} />],
    [t('Malware scan'), <ScanNote key="scan" scan={file.scan} />],
  ] as const;
  return (
    <Modal
      open
      title={file.fileName}
      onCancel={onClose}
      width={820}
      className="tall-dialog"
      classNames={{ body: layout.scrollCue as string }}
      footer={
        <Flex gap={8} justify="end" align="center" wrap>
          <Button onClick={onClose}>{t('Close')}</Button>
          {nextStep}
        </Flex>
      }
    >
      <Flex vertical gap={20}>
        <Descriptions
          size="small"
          column={{ xs: 1, sm: 2 }}
          items={facts.map(([label, children]) => ({ key: label, label, children }))}
        />
        {details.error ? (
          <ErrorState error={details.error} onRetry={details.refetch} />
        ) : !details.data ? (
          <SkeletonList rows={1} />
        ) : (
          details.data.profile && <ColumnProfile profile={details.data.profile} />
        )}
        {file.sample && (
          <section aria-label={t('Preview')}>
            <Flex justify="space-between" align="center" gap={8} wrap className={layout.marginBottom8}>
              <div>
                <Typography.Text strong>{t('Preview')}</Typography.Text>
                {file.mode === 'e2e' && (
                  <Typography.Text type="secondary" className={`${layout.block} ${layout.small}`}>
                    {t('The sender offers these rows as a preview. They are not end-to-end encrypted; the file is.')}
                  </Typography.Text>
                )}
              </div>
              {sample.data && (
                <Button
                  size="small"
                  icon={<DownloadOutlined aria-hidden />}
                  onClick={() => saveAs(sample.data, sampleName)}
                >
                  {t('Download preview')}
                </Button>
              )}
            </Flex>
            {sample.error ? (
              <ErrorState error={sample.error} onRetry={sample.refetch} />
            ) : sample.data ? (
              <FilePreview blob={sample.data} name={sampleName} mimetype={file.mimeType} />
            ) : (
              <SkeletonList rows={2} />
            )}
          </section>
        )}
      </Flex>
    </Modal>
  );
}
