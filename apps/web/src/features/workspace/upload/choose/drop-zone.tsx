import { FolderAddOutlined, InboxOutlined } from '@ant-design/icons';
import { Button, Typography } from 'antd';
import { useDropzone } from 'react-dropzone';
import { formatBytes } from '../../../../ui/feedback/format';
import { t } from '../../../../i18n/t';
import { useUploadLimits } from '../../../../session/upload-limits.store';
import layout from '../../../../ui/layout/layout.module.css';
import { chooseDirectory, isVisible } from './dropped-directory';
import { uploadHint } from '../limit-texts';
import styles from '../upload.module.css';

interface DropZoneProps {
  onFiles: (files: File[]) => void;
  /** Bytes of storage; undefined when unknown. */
  free: number | undefined;
}

/** Bytes. With more free storage than this, a file that does not fit is a very large one, and only its own message says so. */
const almostFullBytes = 1024 ** 3;

/** Chooses files by click, keyboard or drop. A directory adds the files in it, with their paths. */
export function DropZone({ onFiles, free = Infinity }: DropZoneProps) {
  const limits = useUploadLimits();
  const { maxFileBytes, fileTypes } = limits;
  const { getRootProps, getInputProps, isDragActive } = useDropzone({
    onDrop: (files) => onFiles(files.filter(isVisible)),
    useFsAccessApi: false,
  });
  return (
    <div>
      <input
        {...getInputProps({
          'aria-label': t('Choose files'),
          ...(fileTypes && { accept: fileTypes.map((type) => `.${type}`).join(',') }),
        })}
      />
      <div
        {...getRootProps({ role: 'button', 'aria-label': t('Upload your files') })}
        className={isDragActive ? `${styles.dropZone} ${styles.dragging}` : styles.dropZone}
      >
        <InboxOutlined aria-hidden className={styles.dropIcon} />
        <Typography.Text strong>{t('Upload your files')}</Typography.Text>
        <Typography.Text>
          {isDragActive ? t('Drop to upload') : t('Drag files or a directory here, or click to choose')}
        </Typography.Text>
        <Typography.Text type="secondary" className={layout.small}>
          {uploadHint(limits)}
        </Typography.Text>
        {free < Math.min(maxFileBytes, almostFullBytes) && (
          <Typography.Text type="warning">
            {free > 0
              ? t('Your storage is almost full: files up to {free} fit. Delete files or empty the bin.', {
                  free: formatBytes(free),
                })
              : t('Your storage is full. Delete files or empty the bin.')}
          </Typography.Text>
        )}
      </div>
      <Button
        type="link"
        icon={<FolderAddOutlined aria-hidden />}
        className={styles.chooseDirectory}
        onClick={() => chooseDirectory((files) => onFiles(files.filter(isVisible)))}
      >
        {t('Choose a directory')}
      </Button>
    </div>
  );
}
