import { locale } from '../../../i18n/language';
import type { FileView } from '@tradepost/contracts/storage';
import { baseNameOf } from '@tradepost/contracts/values/file-paths';
import type { Column } from '../../../ui/list/data-table-props';
import { FileNameCell } from '../../../ui/file/file-name-cell';
import { formatDecimal, formatMoney } from '../../../ui/exchange/totals';
import { formatBytes } from '../../../ui/feedback/format';
import { TimeText } from '../../../ui/feedback/time-text';
import { FileMenu, type FileAction } from './file-menu';
import { categoryLabel } from '../../../i18n/reference-text';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';

const count = new Intl.NumberFormat(locale);

interface FileColumns {
  onAction: (action: FileAction, file: FileView) => void;
  /** The rows are those of one directory, which their names need not repeat. */
  isLevel: boolean;
  mayOpenFiles: boolean;
}

export const fileColumns = ({ onAction, isLevel, mayOpenFiles }: FileColumns): Column<FileView>[] => [
  {
    key: 'name',
    title: t('Name'),
    sortBy: 'name',
    render: (file) => (
      <FileNameCell
        name={isLevel ? baseNameOf(file.name) : file.name}
        mimetype={file.mimetype}
        file={file}
        title={mayOpenFiles ? t('Preview') : t('Details')}
        onOpen={() => onAction('preview', file)}
      />
    ),
  },
  {
    key: 'records',
    title: t('Records'),
    isNumber: true,
    render: ({ numberOfRecords }) => count.format(numberOfRecords),
    folds: true,
    card: false,
  },
  {
    key: 'value',
    title: t('Value'),
    isNumber: true,
    render: ({ totalAmount }) => formatDecimal(totalAmount),
    card: ({ totalAmount, currency }) => formatMoney(totalAmount, currency),
  },
  {
    key: 'category',
    title: t('Category'),
    render: ({ category }) => {
      const label = categoryLabel(category);
      return (
        <span title={label} className={layout.narrowCell}>
          {label}
        </span>
      );
    },
    folds: true,
    card: false,
  },
  { key: 'currency', title: t('Currency'), render: ({ currency }) => currency, card: false },
  {
    key: 'size',
    title: t('Size'),
    sortBy: 'size',
    isNumber: true,
    render: ({ size }) => formatBytes(size),
    card: true,
  },
  {
    key: 'uploaded',
    title: t('Uploaded'),
    sortBy: 'createdAt',
    render: ({ createdAt }) => <TimeText iso={createdAt} />,
    folds: true,
    card: false,
  },
  {
    key: 'updated',
    title: t('Updated'),
    sortBy: 'updatedAt',
    render: ({ updatedAt }) => <TimeText iso={updatedAt} />,
    card: false,
  },
  {
    key: 'actions',
    title: t('Actions'),
    isActions: true,
    render: (file) => <FileMenu file={file} onAction={(action) => onAction(action, file)} />,
  },
];
