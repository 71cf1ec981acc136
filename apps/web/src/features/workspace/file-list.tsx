import { MoreOutlined, SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { dataCategoryLabel } from '@tradepost/reference/data-categories';
import type { FileView } from '@tradepost/contracts/storage';
import { App, Button, Card, Dropdown, Flex, Input, Select, Table, Tag, Typography, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { FileIcon } from '../../ui/file-icon';
import { formatBytes } from '../../ui/format';
import { TimeText } from '../../ui/time-text';
import { useToast } from '../../ui/use-toast';
import { filesQuery, pageSize, useDeleteFile, type FileListState } from './api';
import { EditDialog } from './edit-dialog';

const types = ['all', 'document', 'spreadsheet', 'presentation', 'image', 'video', 'other'] as const;
const sorts = [
  { value: '-updatedAt', label: 'Date updated' },
  { value: 'name', label: 'Name' },
  { value: '-size', label: 'Size' },
];
const title = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function FileList({ folderId }: { folderId: string }) {
  const [state, setState] = useState<Omit<FileListState, 'folderId'>>({ page: 1, q: '', type: 'all', sort: '-updatedAt' });
  const [editing, setEditing] = useState<FileView>();
  const files = useQuery(filesQuery({ folderId, ...state }));
  const filter = (changed: Partial<typeof state>) => setState({ ...state, page: 1, ...changed });
  const isFiltered = state.q !== '' || state.type !== 'all';
  const total = files.data?.total ?? 0;
  const first = (state.page - 1) * pageSize + 1;

  const columns: TableColumnsType<FileView> = [
    {
      title: 'Name',
      dataIndex: 'name',
      render: (name: string, { mimetype }) => (
        <Flex gap={8} align="center" style={{ minWidth: 160 }}>
          <FileIcon mimetype={mimetype} name={name} />
          <Typography.Text style={{ wordBreak: 'break-word' }}>{name}</Typography.Text>
        </Flex>
      ),
    },
    { title: 'Records', dataIndex: 'numberOfRecords', align: 'right', className: 'numbers' },
    { title: 'Value', dataIndex: 'totalAmount', align: 'right', className: 'numbers' },
    { title: 'Category', dataIndex: 'category', render: (category: string) => dataCategoryLabel(category) },
    { title: 'Currency', dataIndex: 'currency' },
    { title: 'Size', dataIndex: 'size', align: 'right', className: 'numbers', render: formatBytes },
    { title: 'Uploaded', dataIndex: 'createdAt', render: (iso: string) => <TimeText iso={iso} /> },
    { title: 'Updated', dataIndex: 'updatedAt', render: (iso: string) => <TimeText iso={iso} /> },
    { title: 'Actions', key: 'actions', render: (_, file) => <RowMenu file={file} onEdit={() => setEditing(file)} /> },
  ];

  return (
    <Card styles={{ body: { padding: 0 } }}>
      <Flex gap={8} wrap style={{ padding: 16 }}>
        <Input allowClear prefix={<SearchOutlined aria-hidden />} placeholder="Search files or people..." aria-label="Search files or people" value={state.q} onChange={({ target }) => filter({ q: target.value })} style={{ flex: 1, minWidth: 200 }} />
        <Select aria-label="Type" value={state.type} options={types.map((value) => ({ value, label: title(value) }))} onChange={(type) => filter({ type })} style={{ width: 140 }} />
        <Select aria-label="Sort by" value={state.sort} options={sorts} onChange={(sort) => filter({ sort })} style={{ width: 140 }} />
      </Flex>
      {isFiltered && (
        <Flex gap={4} wrap style={{ padding: '0 16px 12px' }}>
          {state.q && (
            <Tag closable onClose={() => filter({ q: '' })}>
              Search: {state.q}
            </Tag>
          )}
          {state.type !== 'all' && (
            <Tag closable onClose={() => filter({ type: 'all' })}>
              Type: {title(state.type ?? '')}
            </Tag>
          )}
        </Flex>
      )}
      {files.error && !files.data ? (
        <ErrorState error={files.error} onRetry={files.refetch} />
      ) : (
        <Table
          rowKey="id"
          size="middle"
          columns={columns}
          dataSource={files.data?.items ?? []}
          loading={files.isPending || files.isPlaceholderData}
          scroll={{ x: 'max-content' }}
          locale={{
            emptyText: files.isPending ? (
              ' '
            ) : isFiltered ? (
              <EmptyState title="No matching files" text="Try adjusting your filters to find what you're looking for." />
            ) : (
              <EmptyState title="No files found" text="Upload files to this folder to see them listed here." />
            ),
          }}
          pagination={
            total > 0 && {
              current: state.page,
              pageSize,
              total,
              showSizeChanger: false,
              showTotal: () => `Showing ${first}-${Math.min(first + pageSize - 1, total)} of ${total} files`,
              onChange: (page) => setState({ ...state, page }),
              style: { padding: '0 16px' },
            }
          }
        />
      )}
      {editing && <EditDialog folderId={folderId} file={editing} onClose={() => setEditing(undefined)} />}
    </Card>
  );
}

function RowMenu({ file, onEdit }: { file: FileView; onEdit: () => void }) {
  const { modal } = App.useApp();
  const remove = useDeleteFile();
  const toast = useToast();
  const askDelete = () =>
    modal.confirm({
      title: `Delete ${file.name}?`,
      content: 'It stays in the bin for 30 days.',
      okText: 'Delete',
      okButtonProps: { danger: true },
      onOk: () =>
        remove.mutateAsync(file).then(
          ({ message }) => toast.success({ title: 'Success', description: message }),
          ({ message }: Error) => toast.destructive({ title: 'Error', description: message }),
        ),
    });
  return (
    <Dropdown trigger={['click']} menu={{ items: [{ key: 'delete', label: 'Delete', danger: true, onClick: askDelete }, { key: 'edit', label: 'Edit', onClick: onEdit }] }}>
      <Button type="text" icon={<MoreOutlined />} aria-label={`Actions for ${file.name}`} />
    </Dropdown>
  );
}
