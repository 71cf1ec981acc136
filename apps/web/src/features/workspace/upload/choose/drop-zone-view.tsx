import { FolderAddOutlined, InboxOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { HTMLAttributes } from 'react';
import { formatBytes } from '../../../../ui/feedback/format';
import { Text } from '../../../../ui/text/text';
import { t } from '../../../../i18n/t';
import { useUploadLimits } from '../../../../session/upload-limits.store';
import layout from '../../../../ui/layout/layout.module.css';
import { uploadHint } from '../limit-texts';
import styles from '../upload.module.css';

interface DropZoneViewProps {
  /** Bytes of storage; undefined when unknown. */
  free: number | undefined;
  /** The main part of its page. */
  isLarge?: boolean;
  isDragActive?: boolean;
  /** What makes it a button; without it, its code is still being loaded. */
  zone?: HTMLAttributes<HTMLElement>;
  onDirectory?: () => void;
}

/** Bytes. With more free storage than this, a file that does not fit is a very large one, and only its own message says so. */
const almostFullBytes = 1024 ** 3;

/** What a drop zone shows. */
export function DropZoneView({
  free = Infinity,
  isLarge = false,
  isDragActive = false,
  zone,
  onDirectory,
}: DropZoneViewProps) {
  const limits = useUploadLimits();
  return (
    <>
      <div
        {...zone}
        className={`${styles.dropZone} ${isDragActive ? styles.dragging : ''} ${isLarge ? styles.large : ''}`}
      >
        <InboxOutlined aria-hidden className={styles.dropIcon} />
        <Text strong>{t('Upload your files')}</Text>
        <Text className={styles.byMouse}>
          {isDragActive ? t('Drop to upload') : t('Drag files or a directory here, or click to choose')}
        </Text>
        <Text type="secondary" className={layout.small}>
          {uploadHint(limits)}
        </Text>
        {free < Math.min(limits.maxFileBytes, almostFullBytes) && (
          <Text type="warning">
            {free > 0
              ? t('Your storage is almost full: files up to {free} fit. Delete files or empty the bin.', {
                  free: formatBytes(free),
                })
              : t('Your storage is full. Delete files or empty the bin.')}
          </Text>
        )}
      </div>
      <Button
        type="link"
        icon={<FolderAddOutlined aria-hidden />}
        className={`${styles.chooseDirectory} ${styles.byMouse}`}
        disabled={!onDirectory}
        onClick={onDirectory}
      >
        {t('Choose a directory')}
      </Button>
    </>
  );
}
