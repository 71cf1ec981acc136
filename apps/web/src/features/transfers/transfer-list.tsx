import { useQuery } from '@tanstack/react-query';
import { transferStatuses, type TransferItem, type TransferStatus } from '@tradepost/contracts/requests';
import { Button, Card, Flex, Select, Typography } from 'antd';
import type { ReactNode } from 'react';
import { DataTable, type Column } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { FilterChips } from '../../ui/filter-chips';
import { formatBytes } from '../../ui/format';
import { ModeBadge } from '../../ui/mode-badge';
import { Pager } from '../../ui/pager';
import { SearchBox } from '../../ui/search-box';
import { SkeletonList } from '../../ui/skeleton-list';
import { StatusTag, type Tone } from '../../ui/status-tag';
import { TimeText } from '../../ui/time-text';
import { useLastPage, useListParams } from '../../ui/use-list-params';
import { ArchiveProgress } from './archive-progress';
import { transfersQuery, type Side } from './lists.api';

const pageSizes = [5, 10, 25, 50];
const tones: Record<TransferStatus, Tone> = { live: 'green', expired: 'grey', revoked: 'red' };
const statusOptions = [
  { value: '', label: 'All states' },
  ...transferStatuses.map((value) => ({ value, label: value })),
];
const empty = {
  sent: { title: 'No transfers yet', text: 'A request you accept becomes a transfer.' },
  received: { title: 'No transfers yet', text: 'When a sender accepts a request of yours, its files wait here.' },
} as const;

interface TransferListProps {
  side: Side;
  actions: (transfer: TransferItem) => ReactNode;
}

/** Transfers of one side, with search, state and page in the address. */
export function TransferList({ side, actions }: TransferListProps) {
  const params = useListParams({ q: '', sort: '', status: '', size: '10' });
  const { q, sort, status, size, page, set } = params;
  const { data, error, isPending, isFetching, refetch } = useQuery(
    transfersQuery(side, { page, pageSize: Number(size), q, sort, status: status as TransferStatus | '' }),
  );
  useLastPage(params, Number(size), data?.total);
  const columns: Column<TransferItem>[] = [
    {
      key: 'company',
      title: side === 'sent' ? 'Receiver' : 'Sender',
      sortBy: 'companyName',
      render: (transfer) => <Party side={side} transfer={transfer} />,
    },
    { key: 'status', title: 'State', render: (transfer) => <State transfer={transfer} /> },
    { key: 'files', title: 'Files', render: (transfer) => <Files transfer={transfer} /> },
    { key: 'expiry', title: 'Expires', sortBy: 'expiry', render: ({ expiry }) => <TimeText iso={expiry} /> },
    { key: 'downloads', title: 'Downloads', isWide: true, render: (transfer) => <Downloads transfer={transfer} /> },
    { key: 'actions', title: 'Actions', isActions: true, render: actions },
  ];
  return (
    <Card styles={{ body: { padding: 0 } }}>
      <Flex gap={12} wrap style={{ padding: 16 }}>
        <SearchBox
          placeholder="Search transfers"
          label="Search transfers"
          value={q}
          onSearch={(text) => set({ q: text.trim() })}
        />
        <Select
          aria-label="State"
          value={status}
          options={statusOptions}
          onChange={(value) => set({ status: value })}
          style={{ width: 140 }}
        />
      </Flex>
      <FilterChips
        chips={[
          ...(status ? [{ key: 'status', text: `State: ${status}`, onRemove: () => set({ status: '' }) }] : []),
          ...(q ? [{ key: 'q', text: `Search: ${q}`, onRemove: () => set({ q: '' }) }] : []),
        ]}
      />
      {error && !data ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : isPending ? (
        <SkeletonList />
      ) : (
        <>
          <DataTable
            label="Transfers"
            columns={columns}
            rows={data.items}
            keyOf={({ id }) => id}
            nameOf={({ companyName }) => `the transfer with ${companyName}`}
            refreshing={isFetching}
            sort={sort}
            onSort={(by) => set({ sort: by })}
            empty={
              q || status ? (
                <EmptyState
                  title="No matching transfers"
                  action={<Button onClick={() => set({ q: '', status: '' })}>Clear filters</Button>}
                />
              ) : (
                <EmptyState {...empty[side]} />
              )
            }
          />
          {data.total > 0 && (
            <Pager
              page={page}
              pageSize={Number(size)}
              total={data.total}
              what="transfers"
              onPage={(next) => set({ page: next })}
              sizes={pageSizes}
              onSize={(next) => set({ size: next })}
            />
          )}
        </>
      )}
    </Card>
  );
}

function Party({ side, transfer: { companyName, receiverEmail } }: { side: Side; transfer: TransferItem }) {
  return (
    <div className="wrap-cell">
      {companyName}
      {side === 'sent' && companyName !== receiverEmail && (
        <Typography.Text type="secondary" style={{ display: 'block', fontSize: 13 }}>
          {receiverEmail}
        </Typography.Text>
      )}
    </div>
  );
}

function State({ transfer: { id, status, reason, archiveStatus } }: { transfer: TransferItem }) {
  return (
    <div className="wrap-cell">
      <StatusTag tone={tones[status]} text={status} />
      <ArchiveProgress transferId={id} status={archiveStatus} />
      {reason && (
        <Typography.Paragraph
          type="secondary"
          ellipsis={{ rows: 3, expandable: true, symbol: 'more' }}
          style={{ fontSize: 13, margin: '4px 0 0' }}
        >
          {reason}
        </Typography.Paragraph>
      )}
    </div>
  );
}

function Files({ transfer: { files, fileNames, size, mode } }: { transfer: TransferItem }) {
  return (
    <div className="wrap-cell">
      {fileNames.slice(0, 2).join(', ')}
      {files > 2 && ` and ${files - 2} more`}
      <Typography.Text type="secondary" className="numbers" style={{ display: 'block', fontSize: 13 }}>
        {formatBytes(size)}
      </Typography.Text>
      <ModeBadge mode={mode} />
    </div>
  );
}

/** Who downloaded what, how often and when. */
function Downloads({ transfer: { downloads, maxDownloads } }: { transfer: TransferItem }) {
  const limit = maxDownloads === null ? '' : ` (at most ${maxDownloads} each)`;
  if (downloads.length === 0) return <Typography.Text type="secondary">None yet{limit}</Typography.Text>;
  return (
    <details className="wrap-cell">
      <summary>
        <span className="numbers">{downloads.reduce((sum, { count }) => sum + count, 0)}</span>
        {limit}
      </summary>
      <ul style={{ margin: '6px 0 0', paddingInlineStart: 18 }}>
        {downloads.map(({ what, fileId, name, byEmail, count, lastAt }) => (
          <li key={fileId ?? what}>
            {what === 'archive' ? 'All files' : name}
            {count > 1 && ` × ${count}`} by {byEmail}, <TimeText iso={lastAt} />
          </li>
        ))}
      </ul>
    </details>
  );
}
