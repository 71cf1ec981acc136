import { ArrowLeftOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { ReceivedFile, ReceivedFolder } from '@tradepost/contracts/storage';
import { Button, Card, Collapse, Flex, Select, Typography } from 'antd';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { DataTable } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { formatDay } from '../../ui/format';
import { LinkButton } from '../../ui/link-button';
import { PageHeader } from '../../ui/page-header';
import { Pager } from '../../ui/pager';
import { SearchBox } from '../../ui/search-box';
import { SkeletonList } from '../../ui/skeleton-list';
import { useListParams } from '../../ui/use-list-params';
import { filePageSize, receivedFilesQuery } from './api';
import { FileDetailsDialog } from './file-details-dialog';
import { receivedColumns } from './received-columns';
import { RequestDialog } from './request-dialog';

const sorts = [
  { value: '-updatedAt', label: 'Last modified' },
  { value: 'name', label: 'Name' },
  { value: 'type', label: 'Type' },
  { value: '-size', label: 'Size' },
];
const headSorts: Record<string, string> = {
  updatedAt: 'Oldest',
  '-name': 'Name, Z to A',
  '-type': 'Type, Z to A',
  size: 'Smallest',
};

export function ReceivedFiles({ folder }: { folder: ReceivedFolder }) {
  const navigate = useNavigate();
  const { folderId } = folder;
  const { q, sort, page, set } = useListParams({ q: '', sort: '-updatedAt' });
  const files = useQuery(receivedFilesQuery({ folderId, page, q, sort }));
  const [selected, setSelected] = useState<ReceivedFile[]>([]);
  const [details, setDetails] = useState<ReceivedFile>();
  const [isAsking, setAsking] = useState(false);
  const search = useCallback((text: string) => set({ q: text }), [set]);
  /** The link carries the origin people know; this app goes there without a reload. */
  const openLink = (sharedUrl: string) => {
    const { pathname, search: query } = new URL(sharedUrl, location.origin);
    void navigate(pathname + query);
  };

  const rows = files.data?.items ?? [];
  const known = new Map([...rows, ...selected].map((file) => [file.fileId, file]));
  const total = files.data?.total ?? 0;
  return (
    <>
      <PageHeader
        title={folder.folderName}
        subtitle={`From ${folder.inviterCompany}, since ${formatDay(folder.since)}${folder.until ? `, until ${formatDay(folder.until)}` : ''}`}
        actions={
          <LinkButton to="/share-folders" icon={<ArrowLeftOutlined />}>
            Back
          </LinkButton>
        }
      />
      {folder.description && (
        <Typography.Paragraph style={{ maxWidth: 760, whiteSpace: 'pre-line' }}>
          {folder.description}
        </Typography.Paragraph>
      )}
      {folder.licence && (
        <Collapse
          style={{ marginBottom: 20 }}
          items={[
            {
              key: 'licence',
              label: 'Licence terms',
              children: (
                <Typography.Paragraph style={{ margin: 0, whiteSpace: 'pre-line' }}>
                  {folder.licence}
                </Typography.Paragraph>
              ),
            },
          ]}
        />
      )}
      <Card styles={{ body: { padding: 0 } }}>
        <Flex gap={8} wrap align="center" style={{ padding: 16 }}>
          <SearchBox placeholder="Search files" label="Search files" value={q} onSearch={search} />
          <Select
            aria-label="Sort by"
            value={sort}
            options={headSorts[sort] ? [...sorts, { value: sort, label: headSorts[sort] }] : sorts}
            onChange={(value) => set({ sort: value })}
            style={{ flex: '1 1 140px', maxWidth: 180 }}
          />
          {selected.length > 0 && (
            <Typography.Text role="status" className="numbers">
              {selected.length} files selected
            </Typography.Text>
          )}
          <Button type="primary" disabled={selected.length === 0} onClick={() => setAsking(true)}>
            Send Request
          </Button>
        </Flex>
        {files.error && !files.data ? (
          <ErrorState error={files.error} onRetry={files.refetch} />
        ) : !files.data ? (
          <div style={{ padding: '0 16px' }}>
            <SkeletonList />
          </div>
        ) : (
          <DataTable
            label={`Files of ${folder.folderName}`}
            columns={receivedColumns({ onDetails: setDetails, onDownload: openLink })}
            rows={rows}
            keyOf={({ fileId }) => fileId}
            nameOf={({ fileName }) => fileName}
            refreshing={files.isFetching}
            selected={selected.map(({ fileId }) => fileId)}
            onSelect={(ids) => setSelected(ids.flatMap((id) => known.get(id) ?? []))}
            sort={sort}
            onSort={(next) => set({ sort: next })}
            empty={
              q ? (
                <EmptyState
                  title="No matching files"
                  text="Try another search."
                  action={<Button onClick={() => set({ q: '' })}>Clear the search</Button>}
                />
              ) : (
                <EmptyState title="This folder is empty" text="The sender has not put any files here yet." />
              )
            }
          />
        )}
        {total > 0 && (
          <Pager
            page={page}
            pageSize={filePageSize}
            total={total}
            what="files"
            onPage={(next) => set({ page: next })}
          />
        )}
      </Card>
      {details && <FileDetailsDialog folderId={folderId} file={details} onClose={() => setDetails(undefined)} />}
      {isAsking && (
        <RequestDialog
          folder={folder}
          files={selected}
          onSent={() => setSelected([])}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
