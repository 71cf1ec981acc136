import { ReloadOutlined, SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { ReceivedFolder } from '@tradepost/contracts/storage';
import { Button, Card, Flex, Input, Table, Tag, Typography, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useUser } from '../../session/auth.store';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { PageHeader } from '../../ui/page-header';
import { SkeletonList } from '../../ui/skeleton-list';
import { receivedQuery } from './api';
import { ReceivedFiles } from './received-files';

const pageSizes = [5, 10, 25, 50];
const has = (text: string, part: string) => text.toLowerCase().includes(part.trim().toLowerCase());

export default function ShareFoldersPage() {
  const [params, setParams] = useSearchParams();
  const received = useQuery(receivedQuery(useUser()));
  const [company, setCompany] = useState('');
  const [name, setName] = useState('');
  if (received.error && !received.data) return <ErrorState error={received.error} onRetry={received.refetch} />;
  if (!received.data) return <SkeletonList />;
  const open = received.data.find(({ folderId }) => folderId === params.get('folder'));
  if (open) return <ReceivedFiles folder={open} onBack={() => setParams({})} />;

  const shown = received.data.filter((folder) => has(folder.inviterCompany, company) && has(folder.folderName, name));
  const isFiltered = company !== '' || name !== '';
  const columns: TableColumnsType<ReceivedFolder> = [
    { title: 'Folder', dataIndex: 'folderName', sorter: (a, b) => a.folderName.localeCompare(b.folderName), render: (text: string) => <Typography.Text strong>{text}</Typography.Text> },
    { title: 'Company', dataIndex: 'inviterCompany', sorter: (a, b) => a.inviterCompany.localeCompare(b.inviterCompany) },
    { title: 'Files', dataIndex: 'files', align: 'right', render: (files: ReceivedFolder['files']) => files.length },
    {
      title: '',
      key: 'open',
      render: (_, { folderId, folderName }) => (
        <Button size="small" onClick={() => setParams({ folder: folderId })} aria-label={`Click to view files of ${folderName}`}>
          Click to view files
        </Button>
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title="Share with you"
        subtitle="Browse and manage your folders"
        actions={
          <Button icon={<ReloadOutlined />} loading={received.isFetching} onClick={() => received.refetch()}>
            Refresh
          </Button>
        }
      />
      <Card styles={{ body: { padding: 0 } }}>
        <Flex gap={8} wrap style={{ padding: 16 }}>
          <Input allowClear prefix={<SearchOutlined aria-hidden />} placeholder="Search companies" aria-label="Search companies" value={company} onChange={({ target }) => setCompany(target.value)} style={{ flex: 1, minWidth: 180 }} />
          <Input allowClear prefix={<SearchOutlined aria-hidden />} placeholder="Search folders" aria-label="Search folders" value={name} onChange={({ target }) => setName(target.value)} style={{ flex: 1, minWidth: 180 }} />
        </Flex>
        {isFiltered && (
          <Flex gap={4} wrap style={{ padding: '0 16px 12px' }}>
            {company && (
              <Tag closable onClose={() => setCompany('')}>
                Company: {company}
              </Tag>
            )}
            {name && (
              <Tag closable onClose={() => setName('')}>
                Folder: {name}
              </Tag>
            )}
          </Flex>
        )}
        <Table
          rowKey="folderId"
          columns={columns}
          dataSource={shown}
          scroll={{ x: 'max-content' }}
          pagination={{ defaultPageSize: 10, pageSizeOptions: pageSizes, showSizeChanger: true, hideOnSinglePage: shown.length <= 5, style: { padding: '0 16px' } }}
          locale={{
            emptyText: isFiltered ? (
              <EmptyState title="No matching folders" text="Try adjusting your filters." />
            ) : (
              <EmptyState title="Nothing was delivered to you yet" text="Accept an invitation; what the company delivers appears here." action={<Link to="/accept-invitation">Accept Invitation</Link>} />
            ),
          }}
        />
      </Card>
    </>
  );
}
