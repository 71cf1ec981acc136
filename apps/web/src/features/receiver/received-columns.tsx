import { DownloadOutlined } from '@ant-design/icons';
import type { ReceivedFile } from '@tradepost/contracts/storage';
import { dataCategoryLabel } from '@tradepost/reference/data-categories';
import { Button, Flex, Typography } from 'antd';
import type { Column } from '../../ui/list/data-table';
import { FileIcon } from '../../ui/file/file-icon';
import { fileType, formatBytes } from '../../ui/feedback/format';
import { ModeBadge } from '../../ui/file/mode-badge';
import { StatusTag } from '../../ui/feedback/status-tag';
import { TimeText } from '../../ui/feedback/time-text';
import layout from '../../ui/layout/layout.module.css';
import styles from './receiver.module.css';

const count = new Intl.NumberFormat('en');
interface Actions {
  onDetails: (file: ReceivedFile) => void;
  onDownload: (sharedUrl: string) => void;
}

export const receivedColumns = ({ onDetails, onDownload }: Actions): Column<ReceivedFile>[] => [
  {
    key: 'name',
    title: 'Name',
    sortBy: 'name',
    render: (file) => (
      <Flex gap="4px 8px" align="center" wrap className="name-cell">
        <FileIcon mimetype={file.mimeType} name={file.fileName} />
        <Button type="link" onClick={() => onDetails(file)} title="Details" className={layout.nameLink}>
          {file.fileName}
        </Button>
        {file.version > 1 && (
          <Typography.Text type="secondary" className={`numbers ${layout.tiny}`}>
            v{file.version}
          </Typography.Text>
        )}
        {file.sample && <StatusTag tone="blue" text="Preview" />}
        <ModeBadge mode={file.mode} />
      </Flex>
    ),
  },
  { key: 'type', title: 'Type', sortBy: 'type', render: ({ fileName }) => fileType(fileName) },
  { key: 'size', title: 'Size', sortBy: 'size', isNumber: true, render: ({ fileSize }) => formatBytes(fileSize) },
  {
    key: 'modified',
    title: 'Last modified',
    sortBy: 'updatedAt',
    render: ({ updatedAt }) => <TimeText iso={updatedAt} />,
  },
  { key: 'records', title: 'Records', isNumber: true, render: ({ records }) => count.format(records) },
  {
    key: 'value',
    title: 'Value',
    isNumber: true,
    render: ({ totalAmount, price, currency }) => (
      <span title={`${price} ${currency} per record`}>
        {totalAmount} {currency}
      </span>
    ),
  },
  {
    key: 'category',
    title: 'Category',
    render: ({ category }) => <span className={layout.narrowCell}>{dataCategoryLabel(category) ?? category}</span>,
  },
  {
    key: 'action',
    title: 'Actions',
    isActions: true,
    render: ({ sharedUrl, fileName }) =>
      sharedUrl ? (
        <Button
          size="small"
          type="primary"
          icon={<DownloadOutlined />}
          aria-label={`Download ${fileName}`}
          onClick={() => onDownload(sharedUrl)}
        >
          Download
        </Button>
      ) : (
        <Typography.Text type="secondary" className={`${styles.askSender} ${layout.small}`}>
          Ask the sender to send you files
        </Typography.Text>
      ),
  },
];
