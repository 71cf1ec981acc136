import { dataCategoryLabel } from '@tradepost/reference/data-categories';
import type { FileView } from '@tradepost/contracts/storage';
import type { Column } from '../../../ui/list/data-table';
import { FileNameCell } from '../../../ui/file/file-name-cell';
import { formatBytes } from '../../../ui/feedback/format';
import { TimeText } from '../../../ui/feedback/time-text';
import { FileMenu, type FileAction } from './file-menu';
import layout from '../../../ui/layout/layout.module.css';

const count = new Intl.NumberFormat('en');
const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 6 });

/** Formats decimal text, because a number would round large amounts. */
const amount = (text: string) => money.format(text as Intl.StringNumericLiteral);

export const fileColumns = (onAction: (action: FileAction, file: FileView) => void): Column<FileView>[] => [
  {
    key: 'name',
    title: 'Name',
    sortBy: 'name',
    render: (file) => (
      <FileNameCell
        name={file.name}
        mimetype={file.mimetype}
        file={file}
        title="Preview"
        onOpen={() => onAction('preview', file)}
      />
    ),
  },
  { key: 'records', title: 'Records', isNumber: true, render: ({ numberOfRecords }) => count.format(numberOfRecords) },
  { key: 'value', title: 'Value', isNumber: true, render: ({ totalAmount }) => amount(totalAmount) },
  {
    key: 'category',
    title: 'Category',
    render: ({ category }) => {
      const label = dataCategoryLabel(category) ?? category;
      return (
        <span title={label} className={layout.narrowCell}>
          {label}
        </span>
      );
    },
  },
  { key: 'currency', title: 'Currency', render: ({ currency }) => currency },
  { key: 'size', title: 'Size', sortBy: 'size', isNumber: true, render: ({ size }) => formatBytes(size) },
  { key: 'uploaded', title: 'Uploaded', sortBy: 'createdAt', render: ({ createdAt }) => <TimeText iso={createdAt} /> },
  { key: 'updated', title: 'Updated', sortBy: 'updatedAt', render: ({ updatedAt }) => <TimeText iso={updatedAt} /> },
  {
    key: 'actions',
    title: 'Actions',
    isActions: true,
    render: (file) => <FileMenu file={file} onAction={(action) => onAction(action, file)} />,
  },
];
