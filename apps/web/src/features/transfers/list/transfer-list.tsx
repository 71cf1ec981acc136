import { useQuery } from '@tanstack/react-query';
import { transferStatuses, type TransferItem, type TransferStatus } from '@tradepost/contracts/requests';
import { Button, Card, Flex, Select, Typography } from 'antd';
import type { ReactNode } from 'react';
import type { Column } from '../../../ui/list/data-table';
import { PagedTable } from '../../../ui/list/paged-table';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { FilterChips } from '../../../ui/form/filter-chips';
import { formatBytes } from '../../../ui/feedback/format';
import { ModeBadge } from '../../../ui/file/mode-badge';
import { SearchBox } from '../../../ui/form/search-box';
import { TimeText } from '../../../ui/feedback/time-text';
import { RowLink } from '../../../ui/list/row-link';
import { useListParams } from '../../../ui/list/use-list-params';
import { useOpenRow } from '../../../ui/list/use-open-row';
import { TransferStatusTag } from '../transfer-status';
import { ArchiveProgress } from '../download/archive-progress';
import { transfersQuery, type Side } from './lists.api';
import layout from '../../../ui/layout/layout.module.css';
import styles from './list.module.css';

const pageSizes = [5, 10, 25, 50];
const statusOptions = [
  { value: '', label: 'All states' },
  ...transferStatuses.map((value) => ({ value, label: value })),
];
const empty = {
  sent: { title: 'No transfers yet', text: 'Each request you accept becomes a transfer.' },
  received: { title: 'No transfers yet', text: 'Files appear here when a sender accepts your request.' },
} as const;

interface TransferListProps {
  side: Side;
  actions: (transfer: TransferItem) => ReactNode;
}

/** Sent or received transfers, with search, filter and page in the URL. */
export function TransferList({ side, actions }: TransferListProps) {
  const params = useListParams({ q: '', sort: '', status: '', size: '10' });
  const { q, sort, status, size, page, set } = params;
  const query = useQuery(
    transfersQuery(side, { page, pageSize: Number(size), q, sort, status: status as TransferStatus | '' }),
  );
  const openRow = useOpenRow();
  const columns: Column<TransferItem>[] = [
    {
      key: 'company',
      title: side === 'sent' ? 'Receiver' : 'Sender',
      sortBy: 'companyName',
      render: (transfer) => <Party side={side} transfer={transfer} />,
    },
    { key: 'status', title: 'State', render: (transfer) => <TransferState transfer={transfer} /> },
    { key: 'files', title: 'Files', render: (transfer) => <Files transfer={transfer} /> },
    { key: 'expiry', title: 'Expires', sortBy: 'expiry', render: ({ expiry }) => <TimeText iso={expiry} isRelative /> },
    { key: 'downloads', title: 'Downloads', isWide: true, render: (transfer) => <Downloads transfer={transfer} /> },
    { key: 'actions', title: 'Actions', isActions: true, render: actions },
  ];
  return (
    <Card styles={{ body: { padding: 0 } }}>
      <Flex gap={12} wrap className={layout.padding16}>
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
          className={styles.statusSelect}
        />
      </Flex>
      <FilterChips
        chips={[
          ...(status ? [{ key: 'status', text: `State: ${status}`, onRemove: () => set({ status: '' }) }] : []),
          ...(q ? [{ key: 'q', text: `Search: ${q}`, onRemove: () => set({ q: '' }) }] : []),
        ]}
      />
      <PagedTable
        query={query}
        params={params}
        pageSize={Number(size)}
        sizes={pageSizes}
        what="transfers"
        label="Transfers"
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ companyName }) => `the transfer with ${companyName}`}
        onOpen={({ requestId }) => openRow(`/transfers/${requestId}`)}
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
    </Card>
  );
}

function Party({ side, transfer: { requestId, companyName, receiverEmail } }: { side: Side; transfer: TransferItem }) {
  return (
    <div className="wrap-cell">
      <RowLink to={`/transfers/${requestId}`}>{companyName}</RowLink>
      {side === 'sent' && companyName !== receiverEmail && (
        <Typography.Text type="secondary" className={`${layout.block} ${layout.small}`}>
          {receiverEmail}
        </Typography.Text>
      )}
    </div>
  );
}

function TransferState({ transfer: { id, status, reason, archiveStatus } }: { transfer: TransferItem }) {
  return (
    <div className="wrap-cell">
      <TransferStatusTag status={status} />
      <ArchiveProgress transferId={id} status={archiveStatus} />
      {reason && (
        <Typography.Paragraph
          type="secondary"
          ellipsis={{ rows: 3, expandable: true, symbol: 'more' }}
          className={styles.note}
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
      <Typography.Text type="secondary" className={`numbers ${layout.block} ${layout.small}`}>
        {formatBytes(size)}
      </Typography.Text>
      <ModeBadge mode={mode} />
    </div>
  );
}

/** Who downloaded what, when and how often. */
function Downloads({ transfer: { downloads, maxDownloads } }: { transfer: TransferItem }) {
  const limit = maxDownloads === null ? '' : ` (at most ${maxDownloads} each)`;
  if (downloads.length === 0) return <Typography.Text type="secondary">None yet{limit}</Typography.Text>;
  return (
    <details className="wrap-cell">
      <summary>
        <span className="numbers">{downloads.reduce((sum, { count }) => sum + count, 0)}</span>
        {limit}
      </summary>
      <ul className={styles.downloads}>
        {downloads.map(({ what, fileId, name, byEmail, count, lastAt }) => (
          <li key={fileId ?? what}>
            {what === 'archive' ? 'All files' : name}
            {count > 1 && ` × ${count}`} by {byEmail}, <TimeText iso={lastAt} isRelative />
          </li>
        ))}
      </ul>
    </details>
  );
}
