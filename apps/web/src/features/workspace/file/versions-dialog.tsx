import { DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { FileVersion, FileView } from '@tradepost/contracts/storage';
import { Button, Flex, Modal, Typography } from 'antd';
import { saveAs } from '../../../api/bytes';
import { ownVersionContent } from '../../../sealing/own-files';
import { useHasKeys } from '../../../vault/has-keys';
import { useMay } from '../../../session/may';
import { ErrorState } from '../../../ui/feedback/error-state';
import { formatBytes, formatDay } from '../../../ui/feedback/format';
import { ModeBadge } from '../../../ui/file/mode-badge';
import { UnscannedNote } from '../../../ui/file/scan-note';
import { SkeletonList } from '../../../ui/busy/skeleton-list';
import { StatusTag } from '../../../ui/feedback/status-tag';
import { TimeText } from '../../../ui/feedback/time-text';
import { useToast } from '../../../ui/notice/use-toast';
import { versionsQuery } from '../api';
import { Rich } from '../../../i18n/rich';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './file.module.css';

interface VersionsDialogProps {
  folderId: string;
  file: FileView;
  onReplace: () => void;
  onClose: () => void;
}

export function VersionsDialog({ folderId, file, onReplace, onClose }: VersionsDialogProps) {
  const versions = useQuery(versionsQuery(folderId, file.id));
  const mayChange = useMay('files');
  const mayOpenFiles = useMay('content');
  const hasKeys = useHasKeys();
  const toast = useToast();
  const download = async (version: FileVersion) => {
    try {
      saveAs(
        await ownVersionContent(folderId, file.id, file.name, version),
        file.name.replace(/(\.[^.]+)?$/, ` (version ${version.version})$1`),
      );
    } catch (error) {
      toast.destructive({
        title: t('Error'),
        description: error instanceof Error ? error.message : t('The version could not be read'),
      });
    }
  };
  return (
    <Modal
      open
      title={t('Versions of {name}', { name: file.name })}
      onCancel={onClose}
      width={620}
      footer={[
        mayChange && (hasKeys || file.mode === 'managed') && (
          <Button key="replace" icon={<UploadOutlined aria-hidden />} onClick={onReplace}>
            {t('Replace with new version')}
          </Button>
        ),
        <Button key="close" type="primary" onClick={onClose}>
          {t('Close')}
        </Button>,
      ]}
    >
      <Typography.Paragraph type="secondary">
        {t('Transfers you already sent keep their version.')}
      </Typography.Paragraph>
      {versions.error ? (
        <ErrorState error={versions.error} onRetry={versions.refetch} />
      ) : !versions.data ? (
        <SkeletonList rows={2} />
      ) : (
        <div role="list">
          {versions.data.map((version) => (
            <Flex key={version.version} role="listitem" className={`list-row ${styles.row}`} gap={12} align="center">
              <div className={layout.grow}>
                <Flex gap={8} align="center" wrap>
                  <Typography.Text strong>{t('Version {version}', { version: version.version })}</Typography.Text>
                  {version.current && <StatusTag tone="green" text={t('Current')} />}
                  <ModeBadge mode={version.mode} />
                  <UnscannedNote scan={version.scan} />
                </Flex>
                <Typography.Text type="secondary" className={`numbers ${layout.small}`}>
                  {version.purgeAt ? (
                    <Rich
                      text={'<0/> · {size} · deleted on {purgeAt}'}
                      values={{ size: formatBytes(version.size), purgeAt: formatDay(version.purgeAt) }}
                      parts={[<TimeText iso={version.createdAt} />]}
                    />
                  ) : (
                    <Rich
                      text={'<0/> · {size}'}
                      values={{ size: formatBytes(version.size) }}
                      parts={[<TimeText iso={version.createdAt} />]}
                    />
                  )}
                </Typography.Text>
              </div>
              {mayOpenFiles && (hasKeys || version.mode === 'managed') && (
                <Button
                  type="text"
                  icon={<DownloadOutlined aria-hidden />}
                  aria-label={t('Download version {version}', { version: version.version })}
                  onClick={() => void download(version)}
                />
              )}
            </Flex>
          ))}
        </div>
      )}
    </Modal>
  );
}
