import { locale } from '../../i18n/language';
import { DownloadOutlined, SendOutlined } from '@ant-design/icons';
import type { ReceivedFile } from '@tradepost/contracts/storage';
import { baseNameOf } from '@tradepost/contracts/values/file-paths';
import { Button } from 'antd';
import type { Column } from '../../ui/list/data-table-props';
import { FileNameCell } from '../../ui/file/file-name-cell';
import { formatMoney } from '../../ui/exchange/totals';
import { fileType, formatBytes } from '../../ui/feedback/format';
import { StatusTag } from '../../ui/feedback/status-tag';
import { TimeText } from '../../ui/feedback/time-text';
import { categoryLabel } from '../../i18n/reference-text';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './receiver.module.css';

const count = new Intl.NumberFormat(locale);
interface Actions {
  onDownload: (sharedUrl: string) => void;
  onRequest: (file: ReceivedFile) => void;
}

/** Downloads a file, or requests it. `isMain`: the main button of a dialog. */
export function NextStep({
  file,
  isRequested,
  isIcon = false,
  isMain = false,
  onDownload,
  onRequest,
}: Actions & { file: ReceivedFile; isRequested: boolean; isIcon?: boolean; isMain?: boolean }) {
  const { sharedUrl, fileName } = file;
  if (sharedUrl)
    return (
      <Button
        type="primary"
        icon={<DownloadOutlined aria-hidden />}
        aria-label={t('Download {fileName}', { fileName })}
        className={layout.rowButton}
        onClick={() => onDownload(sharedUrl)}
      >
        {!isIcon && t('Download')}
      </Button>
    );
  if (isRequested) return <StatusTag tone="blue" text={t('Requested')} />;
  return (
    <Button
      aria-label={t('Ask the sender to send you files: {fileName}', { fileName })}
      {...(isIcon
        ? { icon: <SendOutlined aria-hidden /> }
        : { className: isMain ? (layout.wrappingButton as string) : `${layout.wrappingButton} ${styles.askSender}` })}
      type={isMain ? 'primary' : 'default'}
      onClick={() => onRequest(file)}
    >
      {!isIcon && t('Ask the sender to send you files')}
    </Button>
  );
}

interface ColumnOptions extends Actions {
  onDetails: (file: ReceivedFile) => void;
  /** Ids of the files in pending requests. */
  requested: ReadonlySet<string>;
  /** The rows are those of one directory, which their names need not repeat. */
  isLevel: boolean;
}

export const receivedColumns = ({
  onDetails,
  requested,
  isLevel,
  ...actions
}: ColumnOptions): Column<ReceivedFile>[] => [
  {
    key: 'name',
    title: t('Name'),
    sortBy: 'name',
    render: (file) => (
      <FileNameCell
        name={isLevel ? baseNameOf(file.fileName) : file.fileName}
        mimetype={file.mimeType}
        file={file}
        title={t('Details')}
        onOpen={() => onDetails(file)}
      />
    ),
  },
  { key: 'type', title: t('Type'), sortBy: 'type', render: ({ fileName }) => fileType(fileName), card: false },
  {
    key: 'size',
    title: t('Size'),
    sortBy: 'size',
    isNumber: true,
    render: ({ fileSize }) => formatBytes(fileSize),
    card: true,
  },
  {
    key: 'modified',
    title: t('Last modified'),
    sortBy: 'updatedAt',
    render: ({ updatedAt }) => <TimeText iso={updatedAt} />,
    folds: true,
    card: false,
  },
  {
    key: 'records',
    title: t('Records'),
    isNumber: true,
    render: ({ records }) => count.format(records),
    folds: true,
    card: false,
  },
  {
    key: 'value',
    title: t('Value'),
    isNumber: true,
    render: ({ totalAmount, price, currency }) => (
      <span title={t('{price} per record', { price: formatMoney(price, currency) })}>
        {formatMoney(totalAmount, currency)}
      </span>
    ),
    card: ({ totalAmount, currency }) => formatMoney(totalAmount, currency),
  },
  {
    key: 'category',
    title: t('Category'),
    render: ({ category }) => <span className={layout.narrowCell}>{categoryLabel(category)}</span>,
    folds: true,
    card: false,
  },
  {
    key: 'action',
    title: t('Actions'),
    isActions: true,
    render: (file) => <NextStep file={file} {...actions} isRequested={requested.has(file.fileId)} />,
    card: (file) => <NextStep file={file} {...actions} isRequested={requested.has(file.fileId)} isIcon />,
  },
];
