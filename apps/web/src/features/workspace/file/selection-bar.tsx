import { DeleteOutlined, DownloadOutlined, FolderOutlined, LockOutlined } from '@ant-design/icons';
import { Button, Flex, Typography } from 'antd';
import { t } from '../../../i18n/t';
import styles from './file.module.css';

interface SelectionBarProps {
  count: number;
  isDeleting: boolean;
  isDownloading: boolean;
  onDelete: () => void;
  onMove: () => void;
  onDownload: () => void;
  /** Absent when all selected files are sealed. */
  onEncrypt?: () => void;
  onClear: () => void;
}

/** Actions for the selected files, on this page and others. */
export function SelectionBar({
  count,
  isDeleting,
  isDownloading,
  onDelete,
  onMove,
  onDownload,
  onEncrypt,
  onClear,
}: SelectionBarProps) {
  return (
    <Flex role="toolbar" aria-label={t('Selected files')} gap={8} wrap align="center" className={styles.selection}>
      <Typography.Text role="status" className={`numbers ${styles.selectionCount}`}>
        {t('{count, plural, one {# file} other {# files}} selected', { count })}
      </Typography.Text>
      <Button size="small" icon={<DownloadOutlined aria-hidden />} loading={isDownloading} onClick={onDownload}>
        {t('Download')}
      </Button>
      <Button size="small" icon={<FolderOutlined aria-hidden />} onClick={onMove}>
        {t('Move')}
      </Button>
      {onEncrypt && (
        <Button size="small" icon={<LockOutlined aria-hidden />} onClick={onEncrypt}>
          {t('Encrypt')}
        </Button>
      )}
      <Button size="small" danger icon={<DeleteOutlined aria-hidden />} loading={isDeleting} onClick={onDelete}>
        {t('Delete')}
      </Button>
      <Button size="small" type="text" onClick={onClear}>
        {t('Clear')}
      </Button>
    </Flex>
  );
}
