import { DownloadOutlined } from '@ant-design/icons';
import type { ReceivedFile } from '@tradepost/contracts/storage';
import { dataCategoryLabel } from '@tradepost/reference/data-categories';
import { Button } from 'antd';
import type { Column } from '../../ui/list/data-table';
import { FileNameCell } from '../../ui/file/file-name-cell';
import { fileType, formatBytes } from '../../ui/feedback/format';
import { StatusTag } from '../../ui/feedback/status-tag';
import { TimeText } from '../../ui/feedback/time-text';
import layout from '../../ui/layout/layout.module.css';
import styles from './receiver.module.css';

const count = new Intl.NumberFormat('en');
interface Actions {
  onDownload: (sharedUrl: string) => void;
  onRequest: (file: ReceivedFile) => void;
}

/** Downloads a file, or requests it. */
export function NextStep({
  file,
  isRequested,
  onDownload,
  onRequest,
}: Actions & { file: ReceivedFile; isRequested: boolean }) {
  const { sharedUrl, fileName } = file;
  if (sharedUrl)
    return (
      <Button
        type="primary"
        icon={<DownloadOutlined aria-hidden />}
        aria-label={`Download ${fileName}`}
        className={layout.rowButton}
        onClick={() => onDownload(sharedUrl)}
      >
        Download
      </Button>
    );
  if (isRequested) return <StatusTag tone="blue" text="Requested" />;
  return (
    <Button
      aria-label={`Ask the sender to send you files: ${fileName}`}
      className={`${layout.wrappingButton} ${styles.askSender}`}
      onClick={() => onRequest(file)}
    >
      Ask the sender to send you files
    </Button>
  );
}

interface ColumnOptions extends Actions {
  onDetails: (file: ReceivedFile) => void;
  /** Ids of the files in pending requests. */
  requested: ReadonlySet<string>;
}

export const receivedColumns = ({ onDetails, requested, ...actions }: ColumnOptions): Column<ReceivedFile>[] => [
  {
    key: 'name',
    title: 'Name',
    sortBy: 'name',
    render: (file) => (
      <FileNameCell
        name={file.fileName}
        mimetype={file.mimeType}
        file={file}
        title="Details"
        onOpen={() => onDetails(file)}
      />
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
    render: (file) => <NextStep file={file} {...actions} isRequested={requested.has(file.fileId)} />,
  },
];
