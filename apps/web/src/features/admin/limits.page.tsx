import { locale } from '../../i18n/language';
import { useQuery } from '@tanstack/react-query';
import type { ReachedLimit } from '@tradepost/contracts/limits/commands';
import { Button, Card, Typography } from 'antd';
import { EmptyState } from '../../ui/feedback/empty-state';
import { TimeText } from '../../ui/feedback/time-text';
import { SearchBox } from '../../ui/form/search-box';
import layout from '../../ui/layout/layout.module.css';
import { PageHeader } from '../../ui/layout/page-header';
import type { Column } from '../../ui/list/data-table-props';
import { ListTools } from '../../ui/list/list-tools';
import { PagedTable } from '../../ui/list/paged-table';
import { useListParams } from '../../ui/list/use-list-params';
import { pageSize, reachedLimitsQuery } from './api';
import { Rich } from '../../i18n/rich';
import { t } from '../../i18n/t';

const columns: Column<ReachedLimit>[] = [
  {
    key: 'limit',
    title: t('Limit'),
    render: (limit) => <Resource limit={limit} />,
    card: ({ resource }) => t(resource),
  },
  {
    key: 'times',
    title: t('Refused calls'),
    isNumber: true,
    render: ({ times }) => times.toLocaleString(locale),
    card: ({ times }) => `× ${times.toLocaleString(locale)}`,
  },
  {
    key: 'last',
    title: t('Last'),
    render: ({ lastAt }) => <TimeText iso={lastAt} />,
    card: ({ lastAt }) => <TimeText iso={lastAt} isRelative />,
  },
  {
    key: 'who',
    title: t('Reached by'),
    render: (limit) => <ReachedBy limit={limit} />,
    card: ({ key, name }) => name ?? (key || t('Everyone together')),
  },
];

/** Limits that were reached in the last days, and by which account, company, address or network. */
export default function LimitsPage() {
  const params = useListParams({ q: '' });
  const { q, page, set } = params;
  const query = useQuery(reachedLimitsQuery({ page, q }));
  return (
    <>
      <PageHeader title={t('Limits reached')} subtitle={t('Calls that a limit refused in the last 7 days.')} />
      <Card styles={{ body: { padding: 0 } }}>
        <ListTools query={query} isFiltered={q !== ''}>
          <div className={layout.filters}>
            <SearchBox
              placeholder={t('Search addresses, networks, companies')}
              label={t('Search reached limits')}
              value={q}
              onSearch={(text) => set({ q: text.trim() })}
            />
          </div>
        </ListTools>
        <PagedTable
          query={query}
          params={params}
          pageSize={pageSize}
          what={t('limits')}
          label={t('Limits reached')}
          columns={columns}
          keyOf={({ limit, key }) => `${limit} ${key}`}
          nameOf={({ resource }) => t(resource)}
          hasDetails
          empty={
            <EmptyState
              title={q ? t('No matching limits') : t('No limits reached')}
              {...(q
                ? { action: <Button onClick={() => set({ q: '' })}>{t('Clear search')}</Button> }
                : { text: t('Nobody has reached a limit in the last 7 days.') })}
            />
          }
        />
      </Card>
    </>
  );
}

function Resource({ limit: { resource, per, setting } }: { limit: ReachedLimit }) {
  return (
    <div className="wrap-cell">
      {t(resource)}
      <Typography.Text type="secondary" className={`${layout.block} ${layout.small}`}>
        <Rich text={'per {per} · <0>{setting}</0>'} values={{ per: t(per), setting }} parts={[<code />]} />
      </Typography.Text>
    </div>
  );
}

function ReachedBy({ limit: { key, name } }: { limit: ReachedLimit }) {
  if (!key) return <Typography.Text type="secondary">{t('Everyone together')}</Typography.Text>;
  return (
    <div className="wrap-cell">
      {name ?? key}
      {name && (
        <Typography.Text type="secondary" className={`${layout.block} ${layout.small}`}>
          {key}
        </Typography.Text>
      )}
    </div>
  );
}
