import type { PersonItem } from '@tradepost/contracts/identity';
import { Typography } from 'antd';
import { countryName } from '../../../i18n/names';
import { t } from '../../../i18n/t';
import { formatBytes } from '../../../ui/feedback/format';
import { accountNames } from '../../../ui/feedback/role-names';
import { StatusTag } from '../../../ui/feedback/status-tag';
import { TimeText } from '../../../ui/feedback/time-text';
import layout from '../../../ui/layout/layout.module.css';
import type { Column } from '../../../ui/list/data-table-props';
import { NameLine } from './name-line';

/** What an admin sees of each account. */
export const personColumns: Column<PersonItem>[] = [
  {
    key: 'person',
    title: t('Person'),
    render: (person) => <Person person={person} />,
    card: (person) => <NameLine person={person} />,
  },
  {
    key: 'company',
    title: t('Company'),
    render: (person) => <Company person={person} />,
    card: ({ userType, company, email }) => `${accountNames[userType]} · ${company?.companyName ?? email}`,
  },
  {
    key: 'sessions',
    title: t('Sessions'),
    render: ({ sessions, twoStep }) =>
      twoStep ? t('{sessions} open, two-step', { sessions }) : t('{sessions} open', { sessions }),
    card: false,
  },
  {
    key: 'seen',
    title: t('Last signed in'),
    render: ({ lastSeenAt }) => (lastSeenAt ? <TimeText iso={lastSeenAt} /> : t('Never')),
    card: false,
  },
];

function Person({
  person: { firstName, lastName, email, userType, suspendedAt, suspendedFor },
}: {
  person: PersonItem;
}) {
  return (
    <div className="wrap-cell">
      {firstName} {lastName} <Typography.Text type="secondary">· {accountNames[userType]}</Typography.Text>
      <Typography.Text type="secondary" className={`${layout.block} ${layout.small}`}>
        {email}
      </Typography.Text>
      {suspendedAt && (
        <>
          <StatusTag tone="red" text={t('Suspended')} />
          <Typography.Text type="secondary" className={`${layout.block} ${layout.small}`}>
            {suspendedFor}
          </Typography.Text>
        </>
      )}
    </div>
  );
}

function Company({ person: { company } }: { person: PersonItem }) {
  if (!company) return <Typography.Text type="secondary">{t('None')}</Typography.Text>;
  const { companyName, country, kycStatus, totalStorage } = company;
  return (
    <div className="wrap-cell">
      {companyName}, {countryName(country)}
      <Typography.Text type="secondary" className={`${layout.block} ${layout.small}`}>
        {kycStatus === 'NotRequired'
          ? t('No registration needed · {totalStorage}', { totalStorage: formatBytes(totalStorage) })
          : t('{kycStatus} · {totalStorage}', { kycStatus: t(kycStatus), totalStorage: formatBytes(totalStorage) })}
      </Typography.Text>
    </div>
  );
}
