import { Flex, Tabs } from 'antd';
import type { User } from '@tradepost/contracts/identity';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ApiKeys } from '../features/api-keys/api-keys';
import { CompanyDetails } from '../features/company/company-details';
import { Encryption } from '../features/encryption/encryption';
import { MailCard } from '../features/notifications/mail-card';
import { ReleaseCard } from '../features/release/release-card';
import { AccountData } from '../features/security/account-data';
import { Security } from '../features/security/security';
import { WebhooksCard } from '../features/webhooks/webhooks-card';
import { useUser } from '../session/auth.store';
import { PageHeader } from '../ui/layout/page-header';

interface Tab {
  /** The part of the address after `#`; mails and notifications link to it. */
  key: string;
  label: string;
  title?: string;
  subtitle?: string;
  content: ReactNode;
}

/** An admin belongs to no company; before there is a company, nothing depends on it. */
function tabsFor({ userType, email, companyId }: User): Tab[] {
  const isAdmin = userType === 'admin';
  return [
    ...(isAdmin
      ? []
      : [
          {
            key: 'company',
            label: 'Company',
            title: 'Company Details',
            subtitle: 'Your company as partners and contracts see it.',
            content: <CompanyDetails />,
          },
        ]),
    { key: 'security', label: 'Security', subtitle: email, content: <Security /> },
    ...(companyId ? [{ key: 'encryption', label: 'Encryption', content: <Encryption /> }] : []),
    ...(isAdmin ? [] : [{ key: 'notifications', label: 'Notifications', content: <MailCard /> }]),
    ...(companyId
      ? [
          {
            key: 'webhooks',
            label: 'API and webhooks',
            content: (
              <Flex vertical gap={32}>
                <ApiKeys />
                <WebhooksCard />
              </Flex>
            ),
          },
        ]
      : []),
    {
      key: 'data',
      label: 'Data',
      content: (
        <Flex vertical gap={16}>
          <AccountData />
          <ReleaseCard />
        </Flex>
      ),
    },
  ];
}

/** The settings of a person and the company. */
export default function ProfilePage() {
  const tabs = tabsFor(useUser());
  const { hash } = useLocation();
  const navigate = useNavigate();
  const open = tabs.find(({ key }) => hash === `#${key}`) ?? tabs[0];
  return (
    <>
      <PageHeader title={open?.title ?? 'Settings'} subtitle={open?.subtitle} />
      <Tabs
        activeKey={open?.key ?? ''}
        destroyOnHidden
        onChange={(key) => void navigate({ hash: key }, { replace: true })}
        items={tabs.map(({ key, label, content }) => ({ key, label, children: content }))}
      />
    </>
  );
}
