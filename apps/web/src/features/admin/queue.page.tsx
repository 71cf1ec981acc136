import { ClockCircleOutlined, ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { caseOverdueAfterHours, type KycCase } from '@tradepost/contracts/kyc';
import { Button, Card, Segmented, Typography } from 'antd';
import dayjs from 'dayjs';
import { useUser } from '../../session/auth.store';
import type { Column } from '../../ui/list/data-table-props';
import { EmptyState } from '../../ui/feedback/empty-state';
import { FilterChips } from '../../ui/form/filter-chips';
import { formatBothClocks } from '../../ui/feedback/format';
import { PageHeader } from '../../ui/layout/page-header';
import { PagedTable } from '../../ui/list/paged-table';
import { SearchBox } from '../../ui/form/search-box';
import { StatusTag } from '../../ui/feedback/status-tag';
import { RowLink } from '../../ui/list/row-link';
import { useListParams } from '../../ui/list/use-list-params';
import { useOpenRow } from '../../ui/list/use-open-row';
import { casesQuery, pageSize, type QueueQuery } from './api';
import { kycTones } from '../../ui/feedback/kyc-tones';
import { Choice } from '../../ui/form/choice';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

const underReview = 'Processing';
/** By the names that the server has, in every language. */
const statusLabels = {
  [underReview]: t('Processing'),
  'Changes requested': t('Changes requested'),
  Approved: t('Approved'),
  Rejected: t('Rejected'),
};
const statusOptions = [
  { value: '', label: t('All') },
  ...Object.entries(statusLabels).map(([value, label]) => ({
    value,
    label: value === underReview ? t('To review') : label,
  })),
];
const assignees = [
  { value: '', label: t('Everyone') },
  { value: 'me', label: t('Mine') },
  { value: 'none', label: t('Unclaimed') },
];

/** Registrations that wait for an admin, oldest first. */
export default function QueuePage() {
  const { email } = useUser();
  const { q, status, assignee, sort, page, set } = useListParams({
    q: '',
    status: underReview,
    assignee: '',
    sort: 'oldest',
  });
  const openRow = useOpenRow();
  const cases = useQuery(casesQuery({ page, q, status, assignee, sort } as QueueQuery));
  const isFiltered = q !== '' || assignee !== '' || status !== underReview;

  const columns: Column<KycCase>[] = [
    {
      key: 'company',
      title: t('Company'),
      render: ({ id, companyName, email: applicant }) => (
        <div className="wrap-cell wide">
          <RowLink to={`/admin/cases/${id}`}>{companyName || applicant}</RowLink>
          <Typography.Text type="secondary" className={`${layout.block} ${layout.small}`}>
            {applicant}
          </Typography.Text>
        </div>
      ),
      card: ({ id, companyName, email: applicant }) => (
        <div className={layout.noWrap}>
          <RowLink to={`/admin/cases/${id}`}>{companyName || applicant}</RowLink>
        </div>
      ),
    },
    {
      key: 'status',
      title: t('Status'),
      render: (found) => <StatusTag tone={kycTones[found.status] ?? 'grey'} text={found.status} />,
      card: true,
    },
    {
      key: 'waiting',
      title: t('Waiting'),
      render: (found) => <Waiting found={found} />,
      card: (found) => <Waiting found={found} isLine />,
    },
    {
      key: 'claimed',
      title: t('Claimed by'),
      render: ({ claimedBy }) => (
        <div className="wrap-cell">
          {claimedBy === null ? (
            <Typography.Text type="secondary">{t('Nobody')}</Typography.Text>
          ) : claimedBy === email ? (
            t('You')
          ) : (
            claimedBy
          )}
        </div>
      ),
      card: ({ claimedBy }) =>
        claimedBy === null
          ? t('Unclaimed')
          : claimedBy === email
            ? t('Claimed by you')
            : t('Claimed by {claimedBy}', { claimedBy }),
    },
  ];

  return (
    <>
      <PageHeader
        title={t('Review queue')}
        subtitle={t('Business registrations, the longest waiting first.')}
        actions={
          <Button icon={<ReloadOutlined aria-hidden />} loading={cases.isFetching} onClick={() => void cases.refetch()}>
            {t('Refresh')}
          </Button>
        }
      />
      <Card styles={{ body: { padding: 0 } }}>
        <div className={layout.filters}>
          <SearchBox
            placeholder={t('Search companies')}
            label={t('Search companies')}
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
          <Segmented
            aria-label={t('Claimed by')}
            value={assignee}
            options={assignees}
            onChange={(value) => set({ assignee: value })}
          />
          <Choice
            aria-label={t('Order')}
            value={sort}
            options={[
              { value: 'oldest', label: t('Longest waiting first') },
              { value: 'newest', label: t('Newest first') },
            ]}
            onChange={(value) => set({ sort: value })}
            className={layout.filterSelect}
          />
        </div>
        <FilterChips chips={[q && { key: 'q', text: t('Company: {q}', { q }), onRemove: () => set({ q: '' }) }]} />
        <PagedTable
          query={cases}
          params={{ page, set }}
          pageSize={pageSize}
          what={t('cases')}
          label={t('Cases')}
          columns={columns}
          keyOf={({ id }) => id}
          nameOf={({ companyName }) => companyName}
          onOpen={({ id }) => openRow(`/admin/cases/${id}`)}
          empty={
            isFiltered ? (
              <EmptyState
                title={t('No matching cases')}
                action={
                  <Button onClick={() => set({ q: '', status: underReview, assignee: '' })}>
                    {t('Clear filters')}
                  </Button>
                }
              />
            ) : (
              <EmptyState
                title={t('Nothing waiting')}
                text={t('A registration appears here as soon as it is submitted.')}
              />
            )
          }
        />
      </Card>
    </>
  );
}

/** How long a case has been waiting, with a mark when it is late. */
function Waiting({ found: { status, submittedAt }, isLine = false }: { found: KycCase; isLine?: boolean }) {
  if (!submittedAt) return '–';
  const hours = dayjs().diff(submittedAt, 'hour');
  const isLate = status === underReview && hours >= caseOverdueAfterHours;
  const age =
    hours < 1
      ? t('less than an hour')
      : hours < 48
        ? t('{hours, plural, one {# hour} other {# hours}}', { hours })
        : t('{days} days', { days: Math.floor(hours / 24) });
  return (
    <time dateTime={submittedAt} title={formatBothClocks(submittedAt)}>
      {status === underReview ? age : t('{age} ago', { age })}
      {isLate && (
        <Typography.Text type="danger" className={`${isLine ? '' : layout.block} ${layout.small}`}>
          {isLine && ' '}
          <ClockCircleOutlined aria-hidden /> {t('Late')}
        </Typography.Text>
      )}
    </time>
  );
}
