import { DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { FileVersion, FileView } from '@tradepost/contracts/storage';
import { Button, Flex, Modal, Typography } from 'antd';
import { saveAs } from '../../api/bytes';
import { ownVersionContent } from '../../sealing/own-files';
import { ErrorState } from '../../ui/error-state';
import { formatBytes, formatDay } from '../../ui/format';
import { ModeBadge } from '../../ui/mode-badge';
import { UnscannedNote } from '../../ui/scan-note';
import { SkeletonList } from '../../ui/skeleton-list';
import { StatusTag } from '../../ui/status-tag';
import { TimeText } from '../../ui/time-text';
import { useToast } from '../../ui/use-toast';
import { versionsQuery } from './api';

interface VersionsDialogProps {
  folderId: string;
  file: FileView;
  onReplace: () => void;
  onClose: () => void;
}

export function VersionsDialog({ folderId, file, onReplace, onClose }: VersionsDialogProps) {
  const versions = useQuery(versionsQuery(folderId, file.id));
  const toast = useToast();
  const download = async (version: FileVersion) => {
    try {
      saveAs(
        await ownVersionContent(folderId, file.id, file.name, version),
        file.name.replace(/(\.[^.]+)?$/, ` (version ${version.version})$1`),
      );
    } catch (error) {
      toast.destructive({
        title: 'Error',
        description: error instanceof Error ? error.message : 'The version could not be read',
      });
    }
  };
  return (
    <Modal
      open
      title={`Versions of ${file.name}`}
      onCancel={onClose}
      width={620}
      footer={[
        <Button key="replace" icon={<UploadOutlined />} onClick={onReplace}>
          Replace with new version
        </Button>,
        <Button key="close" type="primary" onClick={onClose}>
          Close
        </Button>,
      ]}
    >
      <Typography.Paragraph type="secondary">
        Transfers that were already sent keep the version they were made with.
      </Typography.Paragraph>
      {versions.error ? (
        <ErrorState error={versions.error} onRetry={versions.refetch} />
      ) : !versions.data ? (
        <SkeletonList rows={2} />
      ) : (
        <div role="list">
          {versions.data.map((version) => (
            <Flex
              key={version.version}
              role="listitem"
              className="list-row"
              gap={12}
              align="center"
              style={{ padding: '10px 0' }}
            >
              <div style={{ flex: 1 }}>
                <Flex gap={8} align="center" wrap>
                  <Typography.Text strong>Version {version.version}</Typography.Text>
                  {version.current && <StatusTag tone="green" text="Current" />}
                  <ModeBadge mode={version.mode} />
                  <UnscannedNote scan={version.scan} />
                </Flex>
                <Typography.Text type="secondary" className="numbers" style={{ fontSize: 13 }}>
                  <TimeText iso={version.createdAt} /> · {formatBytes(version.size)}
                  {version.purgeAt && ` · kept until ${formatDay(version.purgeAt)}`}
                </Typography.Text>
              </div>
              <Button
                type="text"
                icon={<DownloadOutlined />}
                aria-label={`Download version ${version.version}`}
                onClick={() => void download(version)}
              />
            </Flex>
          ))}
        </div>
      )}
    </Modal>
  );
}
