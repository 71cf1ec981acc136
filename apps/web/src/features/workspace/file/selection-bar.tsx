import { DeleteOutlined, DownloadOutlined, FolderOutlined, LockOutlined } from '@ant-design/icons';
import { Button, Flex, Typography } from 'antd';
import { countOf } from '../../../ui/feedback/format';
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
    <Flex role="toolbar" aria-label="Selected files" gap={8} wrap align="center" className={styles.selection}>
      <Typography.Text role="status" className={`numbers ${styles.selectionCount}`}>
        {countOf(count, 'file')} selected
      </Typography.Text>
      <Button size="small" icon={<DownloadOutlined aria-hidden />} loading={isDownloading} onClick={onDownload}>
        Download
      </Button>
      <Button size="small" icon={<FolderOutlined aria-hidden />} onClick={onMove}>
        Move
      </Button>
      {onEncrypt && (
        <Button size="small" icon={<LockOutlined aria-hidden />} onClick={onEncrypt}>
          Encrypt
        </Button>
      )}
      <Button size="small" danger icon={<DeleteOutlined aria-hidden />} loading={isDeleting} onClick={onDelete}>
        Delete
      </Button>
      <Button size="small" type="text" onClick={onClear}>
        Clear
      </Button>
    </Flex>
  );
}
