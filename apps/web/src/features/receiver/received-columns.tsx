import { DownloadOutlined } from '@ant-design/icons';
import type { ReceivedFile } from '@tradepost/contracts/storage';
import { dataCategoryLabel } from '@tradepost/reference/data-categories';
import { Button, Flex, Typography } from 'antd';
import type { Column } from '../../ui/data-table';
import { FileIcon } from '../../ui/file-icon';
import { formatBytes } from '../../ui/format';
import { ModeBadge } from '../../ui/mode-badge';
import { StatusTag } from '../../ui/status-tag';
import { TimeText } from '../../ui/time-text';

const count = new Intl.NumberFormat('en');
const extension = (name: string) => name.split('.').at(-1)?.toUpperCase() ?? '';

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
        <Button
          type="link"
          onClick={() => onDetails(file)}
          title="Details"
          style={{
            padding: 0,
            minHeight: 24,
            height: 'auto',
            whiteSpace: 'normal',
            textAlign: 'start',
            overflowWrap: 'anywhere',
          }}
        >
          {file.fileName}
        </Button>
        {file.version > 1 && (
          <Typography.Text type="secondary" className="numbers" style={{ fontSize: 12 }}>
            v{file.version}
          </Typography.Text>
        )}
        {file.sample && <StatusTag tone="blue" text="Sample" />}
        <ModeBadge mode={file.mode} />
      </Flex>
    ),
  },
  { key: 'type', title: 'Type', sortBy: 'type', render: ({ fileName }) => extension(fileName) },
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
    render: ({ category }) => (
      <span style={{ display: 'block', maxWidth: 170, whiteSpace: 'normal' }}>
        {dataCategoryLabel(category) ?? category}
      </span>
    ),
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
        <Typography.Text
          type="secondary"
          style={{ fontSize: 13, whiteSpace: 'normal', display: 'inline-block', maxWidth: 130, textAlign: 'end' }}
        >
          Ask the sender to send you files
        </Typography.Text>
      ),
  },
];
