import { DeleteOutlined, DownloadOutlined, FolderOutlined, LockOutlined } from '@ant-design/icons';
import { Button, Flex, Typography, theme } from 'antd';

interface SelectionBarProps {
  count: number;
  isDeleting: boolean;
  isDownloading: boolean;
  onDelete: () => void;
  onMove: () => void;
  onDownload: () => void;
  /** Absent when all of them are sealed. */
  onEncrypt?: () => void;
  onClear: () => void;
}

/** What can be done with the files that are chosen, on this page or others. */
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
  const { token } = theme.useToken();
  return (
    <Flex
      role="toolbar"
      aria-label="Selected files"
      gap={8}
      wrap
      align="center"
      style={{ padding: '8px 16px', background: token.colorPrimaryBg }}
    >
      <Typography.Text role="status" className="numbers" style={{ marginInlineEnd: 'auto' }}>
        {count} {count === 1 ? 'file' : 'files'} selected
      </Typography.Text>
      <Button size="small" icon={<DownloadOutlined />} loading={isDownloading} onClick={onDownload}>
        Download
      </Button>
      <Button size="small" icon={<FolderOutlined />} onClick={onMove}>
        Move
      </Button>
      {onEncrypt && (
        <Button size="small" icon={<LockOutlined />} onClick={onEncrypt}>
          Encrypt
        </Button>
      )}
      <Button size="small" danger icon={<DeleteOutlined />} loading={isDeleting} onClick={onDelete}>
        Delete
      </Button>
      <Button size="small" type="text" onClick={onClear}>
        Clear
      </Button>
    </Flex>
  );
}
