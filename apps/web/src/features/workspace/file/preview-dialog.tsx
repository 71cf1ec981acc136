import { DownloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { FileView } from '@tradepost/contracts/storage';
import { Button, Descriptions, Flex, Modal, Spin, Typography } from 'antd';
import { ownContent } from '../../../sealing/own-files';
import { NoKeys } from '../../../vault/company/no-keys';
import { useHasKeys } from '../../../vault/has-keys';
import { useMay } from '../../../session/may';
import { ColumnProfile } from '../../../ui/file/column-profile';
import { formatMoney } from '../../../ui/exchange/totals';
import { ErrorState } from '../../../ui/feedback/error-state';
import { FilePreview } from '../../../ui/file/file-preview';
import { formatBytes } from '../../../ui/feedback/format';
import { hashLabel } from '../../../ui/file/file-hash';
import { ModeBadge } from '../../../ui/file/mode-badge';
import { previewBytes } from '../../../ui/file/preview-kind';
import { ScanNote } from '../../../ui/file/scan-note';
import '../../../ui/layout/tall-dialog.css';
import { TimeText } from '../../../ui/feedback/time-text';
import { fileQuery } from '../api';
import { locale } from '../../../i18n/language';
import { categoryLabel } from '../../../i18n/reference-text';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './file.module.css';

interface PreviewDialogProps {
  folderId: string;
  file: FileView;
  onDownload: () => void;
  onClose: () => void;
}

export function PreviewDialog({ folderId, file, onDownload, onClose }: PreviewDialogProps) {
  const mayOpenAny = useMay('content');
  const isClosed = !useHasKeys() && file.mode === 'e2e';
  const mayOpenFiles = mayOpenAny && !isClosed;
  const details = useQuery(fileQuery(folderId, file.id));
  const bytes = useQuery({
    queryKey: ['files', folderId, 'bytes', file.id, file.version],
    queryFn: ({ signal }) => {
      const first = previewBytes(file.name);
      return ownContent(folderId, file, { signal, ...(first && { first }) });
    },
    enabled: mayOpenFiles,
    gcTime: 0,
    staleTime: Infinity,
  });
  return (
    <Modal
      open
      title={file.name}
      width={960}
      className="tall-dialog"
      classNames={{ body: layout.scrollCue as string }}
      onCancel={onClose}
      footer={[
        mayOpenFiles && (
          <Button key="download" icon={<DownloadOutlined aria-hidden />} onClick={onDownload}>
            {t('Download')}
          </Button>
        ),
        <Button key="close" type="primary" onClick={onClose}>
          {t('Close')}
        </Button>,
      ]}
    >
      <Flex vertical gap={16}>
        {mayOpenAny && isClosed && <NoKeys />}
        {mayOpenFiles && (
          <div className={styles.preview}>
            {bytes.error ? (
              <ErrorState error={bytes.error} onRetry={bytes.refetch} />
            ) : bytes.data ? (
              <FilePreview blob={bytes.data} name={file.name} mimetype={file.mimetype} />
            ) : (
              <Flex justify="center" className={styles.previewLoading}>
                <Spin aria-label={t('Loading')} />
              </Flex>
            )}
          </div>
        )}
        {details.data?.profile && <ColumnProfile profile={details.data.profile} />}
        <Descriptions
          size="small"
          column={{ xs: 1, md: 2 }}
          items={[
            { key: 'size', label: t('Size'), children: formatBytes(file.size) },
            { key: 'version', label: t('Version'), children: file.version },
            { key: 'records', label: t('Records'), children: file.numberOfRecords.toLocaleString(locale) },
            { key: 'value', label: t('Value'), children: formatMoney(file.totalAmount, file.currency) },
            { key: 'category', label: t('Category'), span: 'filled', children: categoryLabel(file.category) },
            { key: 'uploaded', label: t('Uploaded'), children: <TimeText iso={file.createdAt} /> },
            { key: 'updated', label: t('Updated'), children: <TimeText iso={file.updatedAt} /> },
            { key: 'mode', label: t('Protection'), span: 'filled', children: <ModeBadge mode={file.mode} /> },
            { key: 'scan', label: t('Malware scan'), span: 'filled', children: <ScanNote scan={file.scan} /> },
            {
              key: 'hash',
              label: hashLabel(file),
              span: 'filled',
              children: (
                <Typography.Text copyable className={`${layout.small} ${layout.breakWords}`}>
                  {file.sha256}
                </Typography.Text>
              ),
            },
          ]}
        />
      </Flex>
    </Modal>
  );
}
