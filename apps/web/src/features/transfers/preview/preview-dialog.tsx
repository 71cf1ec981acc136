import { DownloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { TransferFile } from '@tradepost/contracts/requests';
import { Button, Flex, Modal, Progress, Typography } from 'antd';
import { useState } from 'react';
import { saveAs } from '../../../api/bytes';
import { ErrorState } from '../../../ui/feedback/error-state';
import { FilePreview } from '../../../ui/file/file-preview';
import '../../../ui/layout/tall-dialog.css';
import { displayName } from '../api';
import { noProgress } from '../download/fetch/progress';
import type { OpenedQuery } from '../download/use-opened-transfer';
import { previewContent } from './preview-content';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';

interface PreviewDialogProps {
  transferId: string;
  file: TransferFile;
  /** Whether the sender allows only so many downloads: showing the file is one. */
  isLimited: boolean;
  opened: OpenedQuery;
  onClose: () => void;
}

/** Shows a file of a transfer without saving it. Its bytes are saved from here without a second download. */
export function PreviewDialog({ transferId, file, isLimited, opened, onClose }: PreviewDialogProps) {
  const name = displayName(file);
  const [progress, setProgress] = useState(noProgress);
  const { data, error, refetch } = useQuery({
    queryKey: ['transfer', transferId, 'preview', file.fileId],
    queryFn: () => previewContent({ transferId, file, open: opened.open, onProgress: setProgress }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnMount: false,
  });
  return (
    <Modal
      open
      title={name}
      width={960}
      className="tall-dialog"
      classNames={{ body: layout.scrollCue as string }}
      onCancel={onClose}
      footer={[
        <Button
          key="save"
          icon={<DownloadOutlined aria-hidden />}
          disabled={!data}
          onClick={() => data && saveAs(data.content, name)}
        >
          {t('Save file')}
        </Button>,
        <Button key="close" type="primary" onClick={onClose}>
          {t('Close')}
        </Button>,
      ]}
    >
      <Flex vertical gap={16}>
        {error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : data ? (
          <>
            <FilePreview blob={data.content} name={name} mimetype={file.contentType} />
            <Typography.Text type="secondary" className={layout.small}>
              {data.isOpened && t('Opened and verified in this browser. Its content was not sent anywhere.')}
              {isLimited && ` ${t('Showing the file counted as one download. Save it from here.')}`}
            </Typography.Text>
          </>
        ) : (
          <Progress percent={progress.percent} aria-label={t('Opening {name}', { name })} />
        )}
      </Flex>
    </Modal>
  );
}
