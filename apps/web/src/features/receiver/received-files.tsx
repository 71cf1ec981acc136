import { ArrowLeftOutlined, DownloadOutlined, SearchOutlined } from '@ant-design/icons';
import type { ReceivedFile, ReceivedFolder } from '@tradepost/contracts/storage';
import { Button, Card, Flex, Input, Table, Tooltip, Typography, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useUser } from '../../session/auth.store';
import { EmptyState } from '../../ui/empty-state';
import { FileIcon } from '../../ui/file-icon';
import { formatBytes } from '../../ui/format';
import { PageHeader } from '../../ui/page-header';
import { TimeText } from '../../ui/time-text';
import { useToast } from '../../ui/use-toast';
import { useSendRequest } from './api';

const pageSize = 10;

export function ReceivedFiles({ folder, onBack }: { folder: ReceivedFolder; onBack: () => void }) {
  const navigate = useNavigate();
  const toast = useToast();
  const request = useSendRequest(useUser());
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<React.Key[]>([]);
  const shown = folder.files.filter(({ fileName }) => fileName.toLowerCase().includes(search.trim().toLowerCase()));
  /** The link carries the origin people know; this app goes there without a reload. */
  const openLink = (sharedUrl: string) => {
    const { pathname, search: query } = new URL(sharedUrl, window.location.origin);
    void navigate(pathname + query);
  };
  const send = () =>
    request.mutate(selected.map(String), {
      onSuccess: ({ message, alreadyPending }) => {
        setSelected([]);
        toast.success({ title: 'Success', description: alreadyPending.length > 0 ? `${message} (${alreadyPending.length} already requested)` : message });
      },
      onError: ({ message }) => toast.destructive({ title: 'Error', description: message }),
    });

  const columns: TableColumnsType<ReceivedFile> = [
    {
      title: 'Name',
      dataIndex: 'fileName',
      sorter: (a, b) => a.fileName.localeCompare(b.fileName),
      render: (name: string, { mimeType }) => (
        <Flex gap={8} align="center">
          <FileIcon mimetype={mimeType} name={name} />
          <Typography.Text style={{ wordBreak: 'break-word' }}>{name}</Typography.Text>
        </Flex>
      ),
    },
    { title: 'Type', dataIndex: 'mimeType', sorter: (a, b) => a.mimeType.localeCompare(b.mimeType), render: (type: string) => type.split('/').at(-1)?.split('.').at(-1) },
    { title: 'Size', dataIndex: 'fileSize', align: 'right', sorter: (a, b) => a.fileSize - b.fileSize, render: formatBytes },
    { title: 'Last modified', dataIndex: 'createdAt', sorter: (a, b) => a.createdAt.localeCompare(b.createdAt), render: (iso: string) => <TimeText iso={iso} /> },
    { title: 'Records', dataIndex: 'records', align: 'right' },
    { title: 'Rate', dataIndex: 'price', align: 'right', render: (price: string, { currency }) => `${price} ${currency}` },
    {
      title: 'Action',
      key: 'action',
      render: (_, { sharedUrl, fileName }) =>
        sharedUrl ? (
          <Button size="small" type="primary" icon={<DownloadOutlined />} aria-label={`Download ${fileName}`} onClick={() => openLink(sharedUrl)}>
            Download
          </Button>
        ) : (
          <Tooltip title="Ask the sender to send you files">
            <Typography.Text type="secondary">Ask the sender to send you files</Typography.Text>
          </Tooltip>
        ),
    },
  ];

  return (
    <>
      <PageHeader
        title={folder.folderName}
        subtitle={`From ${folder.inviterCompany}`}
        actions={
          <Button icon={<ArrowLeftOutlined />} onClick={onBack}>
            Back
          </Button>
        }
      />
      <Card styles={{ body: { padding: 0 } }}>
        <Flex gap={8} wrap align="center" style={{ padding: 16 }}>
          <Input allowClear prefix={<SearchOutlined aria-hidden />} placeholder="Search files" aria-label="Search files" value={search} onChange={({ target }) => setSearch(target.value)} style={{ flex: 1, minWidth: 200 }} />
          {selected.length > 0 && <Typography.Text role="status">{selected.length} files selected</Typography.Text>}
          <Button type="primary" disabled={selected.length === 0} loading={request.isPending} onClick={send}>
            Send Request
          </Button>
        </Flex>
        <Table
          rowKey="fileId"
          columns={columns}
          dataSource={shown}
          scroll={{ x: 'max-content' }}
          rowSelection={{ selectedRowKeys: selected, onChange: setSelected, getCheckboxProps: ({ fileName }) => ({ 'aria-label': `Select ${fileName}` }) as object }}
          pagination={{ pageSize, showSizeChanger: false, hideOnSinglePage: true, style: { padding: '0 16px' } }}
          locale={{ emptyText: search ? <EmptyState title="No matching files" text="Try another search." /> : <EmptyState title="This folder is empty" text="The sender has not put any files here yet." /> }}
        />
      </Card>
    </>
  );
}
