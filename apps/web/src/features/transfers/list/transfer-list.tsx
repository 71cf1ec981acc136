import { useQuery } from '@tanstack/react-query';
import { transferStatuses, type TransferItem, type TransferStatus } from '@tradepost/contracts/requests';
import { mailbox } from '@tradepost/contracts/values/address';
import { Button, Card, Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import type { Column } from '../../../ui/list/data-table-props';
import { ListTools } from '../../../ui/list/list-tools';
import { PagedTable } from '../../../ui/list/paged-table';
import { LinkButton } from '../../../ui/layout/link-button';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { FilterChips } from '../../../ui/form/filter-chips';
import { formatBytes, formatDay } from '../../../ui/feedback/format';
import { ModeBadge } from '../../../ui/file/mode-badge';
import { SearchBox } from '../../../ui/form/search-box';
import { TimeText } from '../../../ui/feedback/time-text';
import { RowLink } from '../../../ui/list/row-link';
import { useListParams } from '../../../ui/list/use-list-params';
import { useNextPage } from '../../../ui/list/use-next-page';
import { useOpenRow } from '../../../ui/list/use-open-row';
import { TransferStatusTag } from '../transfer-status';
import { ArchiveProgress } from '../download/archive-progress';
import { transfersQuery, type Side } from './lists.api';
import { Rich } from '../../../i18n/rich';
import { Choice } from '../../../ui/form/choice';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './list.module.css';

const pageSizes = [5, 10, 25, 50];
const statusOptions = [
  { value: '', label: t('All') },
  ...transferStatuses.map((value) => ({ value, label: t(value) })),
];
const empty = {
  sent: {
    title: t('No transfers yet'),
    text: t('Each request you accept becomes a transfer.'),
    action: <LinkButton to="/requests">{t('Request Management')}</LinkButton>,
  },
  received: {
    title: t('No transfers yet'),
    text: t('Files appear here when a sender accepts your request.'),
    action: <LinkButton to="/my-requests">{t('My Requests')}</LinkButton>,
  },
};

interface TransferListProps {
  side: Side;
  /** Absent for people who may not change transfers. */
  actions?: (transfer: TransferItem) => ReactNode;
}

/** Sent or received transfers, with search, filter and page in the URL. */
export function TransferList({ side, actions }: TransferListProps) {
  const params = useListParams({ q: '', sort: '', status: '', size: '10' });
  const { q, sort, status, size, page, set } = params;
  const pageSize = Number(size);
  const queryOf = (at: number) =>
    transfersQuery(side, { page: at, pageSize, q, sort, status: status as TransferStatus | '' });
  const query = useQuery(queryOf(page));
  useNextPage(query, { page, pageSize, queryOf });
  const openRow = useOpenRow();
  const columns: Column<TransferItem>[] = [
    {
      key: 'company',
      title: side === 'sent' ? t('Receiver') : t('Sender'),
      sortBy: 'companyName',
      render: (transfer) => <Party side={side} transfer={transfer} />,
      card: ({ requestId, companyName }) => (
        <div className={layout.noWrap}>
          <RowLink to={`/transfers/${requestId}`}>{companyName}</RowLink>
        </div>
      ),
    },
    {
      key: 'status',
      title: t('Status'),
      render: (transfer) => <TransferState transfer={transfer} />,
      card: ({ status }) => <TransferStatusTag status={status} />,
    },
    {
      key: 'files',
      title: t('Files'),
      render: (transfer) => <Files transfer={transfer} />,
      card: ({ files, size, status }) =>
        // the day on which it ended needs the room
        status === 'expired'
          ? t('{count, plural, one {# file} other {# files}}', { count: files })
          : t('{files, plural, one {# file} other {# files}}, {size}', { files, size: formatBytes(size) }),
    },
    {
      key: 'expiry',
      title: t('Expires'),
      sortBy: 'expiry',
      render: ({ expiry, status }) => (status === 'revoked' ? '–' : <TimeText iso={expiry} isRelative />),
      card: ({ expiry, status }) =>
        status === 'live'
          ? t('until {until}', { until: formatDay(expiry) })
          : // of one that was revoked, the list does not say when
            status === 'expired' && t('ended {day}', { day: formatDay(expiry) }),
    },
    {
      key: 'downloads',
      title: t('Downloads'),
      render: (transfer) => <Downloads transfer={transfer} />,
      folds: true,
      card: false,
    },
    ...(actions ? [{ key: 'actions', title: t('Actions'), isActions: true, render: actions }] : []),
  ];
  return (
    <Card styles={{ body: { padding: 0 } }}>
      <ListTools query={query} isFiltered={q !== '' || status !== ''}>
        <Flex gap={12} wrap className={layout.padding16}>
          <SearchBox
            placeholder={t('Search transfers')}
            label={t('Search transfers')}
            value={q}
            onSearch={(text) => set({ q: text.trim() })}
          />
          <Choice
            aria-label={t('Status')}
            isLabelShown
            value={status}
            options={statusOptions}
            onChange={(value) => set({ status: value })}
            className={layout.filterSelect}
          />
        </Flex>
      </ListTools>
      <FilterChips
        chips={[
          status && {
            key: 'status',
            text: t('Status: {status}', { status: t(status) }),
            onRemove: () => set({ status: '' }),
          },
          q && { key: 'q', text: t('Search: {q}', { q }), onRemove: () => set({ q: '' }) },
        ]}
      />
      <PagedTable
        query={query}
        params={params}
        pageSize={pageSize}
        sizes={pageSizes}
        what={t('transfers')}
        label={t('Transfers')}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ companyName }) => t('the transfer with {companyName}', { companyName })}
        onOpen={({ requestId }) => openRow(`/transfers/${requestId}`)}
        empty={
          q || status ? (
            <EmptyState
              title={t('No matching transfers')}
              action={<Button onClick={() => set({ q: '', status: '' })}>{t('Clear filters')}</Button>}
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
          {mailbox(receiverEmail)}
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
          ellipsis={{ rows: 3, expandable: true, symbol: t('Show more') }}
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
    <div className={`wrap-cell ${styles.files}`}>
      {files > 2 ? (
        <Rich
          text={'{fileNames} and {files} more<0>{size}</0>'}
          values={{ fileNames: fileNames.slice(0, 2).join(', '), files: files - 2, size: formatBytes(size) }}
          parts={[<Typography.Text type="secondary" className={`numbers ${layout.block} ${layout.small}`} />]}
        />
      ) : (
        <Rich
          text={'{fileNames}<0>{size}</0>'}
          values={{ fileNames: fileNames.slice(0, 2).join(', '), size: formatBytes(size) }}
          parts={[<Typography.Text type="secondary" className={`numbers ${layout.block} ${layout.small}`} />]}
        />
      )}
      <ModeBadge mode={mode} />
    </div>
  );
}

/** Who downloaded what, when and how often. */
function Downloads({ transfer: { downloads, maxDownloads } }: { transfer: TransferItem }) {
  const limit = maxDownloads === null ? '' : ` ${t('(at most {maxDownloads} each)', { maxDownloads })}`;
  if (downloads.length === 0)
    return <Typography.Text type="secondary">{t('None yet{limit}', { limit })}</Typography.Text>;
  return (
    <details className="wrap-cell">
      <summary>
        <span className="numbers">{downloads.reduce((sum, { count }) => sum + count, 0)}</span>
        {limit}
      </summary>
      <ul className={styles.downloads}>
        {downloads.map(({ what, fileId, name, byEmail, count, lastAt }) => (
          <li key={fileId ?? what}>
            {what === 'archive' ? (
              count > 1 ? (
                <Rich
                  text={'All files × {count} by {byEmail}, <0/>'}
                  values={{ count, byEmail }}
                  parts={[<TimeText iso={lastAt} isRelative />]}
                />
              ) : (
                <Rich
                  text={'All files by {byEmail}, <0/>'}
                  values={{ byEmail }}
                  parts={[<TimeText iso={lastAt} isRelative />]}
                />
              )
            ) : count > 1 ? (
              <Rich
                text={'{name} × {count} by {byEmail}, <0/>'}
                values={{ name, count, byEmail }}
                parts={[<TimeText iso={lastAt} isRelative />]}
              />
            ) : (
              <Rich
                text={'{name} by {byEmail}, <0/>'}
                values={{ name, byEmail }}
                parts={[<TimeText iso={lastAt} isRelative />]}
              />
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
