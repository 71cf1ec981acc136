import { dataCategoryLabel } from '@tradepost/reference/data-categories';
import type { FileView } from '@tradepost/contracts/storage';
import { Button, Flex, Typography } from 'antd';
import type { Column } from '../../../ui/list/data-table';
import { FileIcon } from '../../../ui/file/file-icon';
import { formatBytes } from '../../../ui/feedback/format';
import { ModeBadge } from '../../../ui/file/mode-badge';
import { StatusTag } from '../../../ui/feedback/status-tag';
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
      <Flex gap={8} align="flex-start" className="name-cell">
        <FileIcon mimetype={file.mimetype} name={file.name} />
        <div className={layout.shrinkable}>
          <Button type="link" onClick={() => onAction('preview', file)} title="Preview" className={layout.nameLink}>
            {file.name}
          </Button>
          <Flex gap="2px 8px" align="center" wrap>
            {file.version > 1 && (
              <Typography.Text type="secondary" className={`numbers ${layout.tiny}`}>
                v{file.version}
              </Typography.Text>
            )}
            {file.sample && <StatusTag tone="blue" text="Preview" />}
            <ModeBadge mode={file.mode} />
          </Flex>
        </div>
      </Flex>
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
