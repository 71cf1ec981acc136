import { useQuery } from '@tanstack/react-query';
import type { CompanyMember } from '@tradepost/contracts/identity';
import { Button, Card, Typography } from 'antd';
import { useParams } from 'react-router-dom';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { formatDay } from '../../../ui/feedback/format';
import { StatusTag } from '../../../ui/feedback/status-tag';
import { SearchBox } from '../../../ui/form/search-box';
import layout from '../../../ui/layout/layout.module.css';
import { BackLink } from '../../../ui/layout/back-link';
import { PageHeader } from '../../../ui/layout/page-header';
import type { Column } from '../../../ui/list/data-table-props';
import { PagedTable } from '../../../ui/list/paged-table';
import { useListParams } from '../../../ui/list/use-list-params';
import { nameOf, namesOf } from '../../../ui/feedback/role-names';
import { companyMembersQuery, pageSize } from '../api';
import { NameLine } from './name-line';
import { t } from '../../../i18n/t';

const columns: Column<CompanyMember>[] = [
  {
    key: 'name',
    title: t('Name'),
    render: (member) => (
      <div className="wrap-cell">
        {nameOf(member)}
        <Typography.Text type="secondary" className={`${layout.block} ${layout.small} ${layout.breakWords}`}>
          {member.email}
        </Typography.Text>
      </div>
    ),
    card: (member) => <NameLine person={member} />,
  },
  {
    key: 'role',
    title: t('Role'),
    render: ({ roles }) => namesOf(roles),
    card: ({ roles, email }) => `${namesOf(roles)} · ${email}`,
  },
  { key: 'since', title: t('Member since'), render: ({ joinedAt }) => joinedAt && formatDay(joinedAt), card: false },
  {
    key: 'state',
    title: t('Status'),
    render: ({ suspendedAt }) =>
      suspendedAt ? <StatusTag tone="red" text={t('Suspended')} /> : <StatusTag tone="green" text={t('Active')} />,
    card: false,
  },
];

/** The owner and the members of a company. The company alone changes them. */
export default function CompanyMembersPage() {
  const { id = '' } = useParams();
  const params = useListParams({ q: '' });
  const { q, page, set } = params;
  const query = useQuery(companyMembersQuery({ companyId: id, page, q }));
  return (
    <>
      <BackLink to="/admin/people">{t('Companies and people')}</BackLink>
      <PageHeader
        title={query.data?.companyName ?? t('Members')}
        subtitle={t('The people who act for this company. The company alone changes them.')}
      />
      <Card styles={{ body: { padding: 0 } }}>
        <div className={layout.filters}>
          <SearchBox
            placeholder={t('Search names and addresses')}
            label={t('Search members')}
            value={q}
            onSearch={(text) => set({ q: text.trim() })}
          />
        </div>
        <PagedTable
          query={query}
          params={params}
          pageSize={pageSize}
          what={t('people')}
          label={t('Members')}
          columns={columns}
          keyOf={(member) => member.id}
          nameOf={nameOf}
          hasDetails
          empty={
            <EmptyState
              title={t('No matching people')}
              action={<Button onClick={() => set({ q: '' })}>{t('Clear search')}</Button>}
            />
          }
        />
      </Card>
    </>
  );
}
