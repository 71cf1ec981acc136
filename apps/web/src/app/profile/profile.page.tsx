import { Flex, Tabs } from 'antd';
import type { User } from '@tradepost/contracts/identity';
import { isOwner, permits } from '@tradepost/contracts/roles';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ApiKeys } from '../../features/api-keys/api-keys';
import { CompanyDetails } from '../../features/company/company-details';
import { LogoCard } from '../../features/company/logo-card';
import { UsualExpiryCard } from '../../features/company/usual-expiry-card';
import { Encryption } from '../../features/encryption/encryption';
import { AwayCard } from '../../features/members/away/away-card';
import { ApprovalRuleCard } from '../../features/members/approval-rule-card';
import { Members } from '../../features/members/members';
import { namesOf } from '../../ui/feedback/role-names';
import { MembershipCard } from '../../features/members/membership-card';
import { MailCard } from '../../features/notifications/mail-card';
import { ReleaseCard } from '../../features/release/release-card';
import { AccountData } from '../../features/security/account-data';
import { Security } from '../../features/security/security';
import { SsoLinkCard } from '../../features/sso/link-card';
import { SingleSignOn } from '../../features/sso/single-sign-on';
import { WebhooksCard } from '../../features/webhooks/webhooks-card';
import { useUser } from '../../session/auth.store';
import { Choice } from '../../ui/form/choice';
import { PageHeader } from '../../ui/layout/page-header';
import { ProfileCard } from './profile-card';
import { openTab, setsApprovals, setsUsualExpiry, settingsTabs, type SettingsTab } from './settings-tabs';
import { t } from '../../i18n/t';
import { useIsAtLeast } from '../../ui/screen/use-is-at-least';
import layout from '../../ui/layout/layout.module.css';

interface Tab {
  /** What the tab is about, where its label does not say it in full. */
  title?: string;
  subtitle: string;
  content: (user: User) => ReactNode;
}

const tabs: Record<SettingsTab, Tab> = {
  company: {
    title: t('Company Details'),
    subtitle: t('Your company as partners see it and as it appears in contracts.'),
    content: (user) => (
      <>
        {permits(user, 'company') && <CompanyDetails />}
        {permits(user, 'company') && user.userType === 'sender' && user.companyId && (
          <LogoCard companyId={user.companyId} />
        )}
        {setsUsualExpiry(user) && <UsualExpiryCard />}
      </>
    ),
  },
  members: {
    subtitle: t('The people who work for your company here, and what each of them may do.'),
    content: (user) => (
      <Flex vertical gap={16}>
        <Members />
        {setsApprovals(user) && <ApprovalRuleCard />}
      </Flex>
    ),
  },
  sso: {
    subtitle: t('The people of your company sign in with its own sign-in service.'),
    content: () => <SingleSignOn roleName={(role) => namesOf([role])} />,
  },
  profile: {
    subtitle: t('Who you are here, and how Tradepost looks in this browser.'),
    content: (user) => (
      <Flex vertical gap={16}>
        <ProfileCard user={user} />
        {user.companyId && <AwayCard />}
        {!isOwner(user) && <MembershipCard user={user} />}
      </Flex>
    ),
  },
  security: {
    subtitle: t('How you sign in, and where you are signed in.'),
    content: ({ userType }) => (
      <Flex vertical gap={16}>
        <Security />
        {userType !== 'admin' && <SsoLinkCard />}
      </Flex>
    ),
  },
  encryption: {
    subtitle: t('The keys that open end-to-end encrypted files, yours and those of your partners.'),
    content: () => <Encryption />,
  },
  notifications: { subtitle: t('Which emails you get.'), content: () => <MailCard /> },
  webhooks: {
    subtitle: t('How your programs use Tradepost, and how they learn what happens here.'),
    content: () => (
      <Flex vertical gap={16}>
        <ApiKeys />
        <WebhooksCard />
      </Flex>
    ),
  },
  data: {
    subtitle: t('A copy of your data, the end of your account, and the version of this web app.'),
    content: () => (
      <Flex vertical gap={16}>
        <AccountData />
        <ReleaseCard />
      </Flex>
    ),
  },
};

/** Tabs for which a tablet has room, in every language. */
const fewTabs = 5;

/** The heading of the company's tab for managers, who see what it has chosen, but not its details. */
const companyChoices: Omit<Tab, 'content'> = { subtitle: t('What applies to everyone who works for your company.') };

/** The settings of a person and the company. */
export default function ProfilePage() {
  const user = useUser();
  const location = useLocation();
  const navigate = useNavigate();
  const shown = settingsTabs(user);
  const isWide = useIsAtLeast(shown.length > fewTabs ? 'xl' : 'md');
  const open = openTab(user, location);
  const heading = open === 'company' && !permits(user, 'company') ? companyChoices : tabs[open];
  const { title = shown.find(({ key }) => key === open)?.label ?? t('Settings'), subtitle } = heading;
  const go = (key: string) => void navigate({ hash: key }, { replace: true });
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} />
      <Tabs
        activeKey={open}
        destroyOnHidden
        onChange={go}
        // where they would be cut, a list names them all; the content stays, with what was typed, if the screen is turned
        renderTabBar={(props, TabBar) =>
          isWide ? (
            <TabBar {...props} />
          ) : (
            <Choice
              aria-label={t('Part of the settings')}
              value={open}
              options={shown.map(({ key, label }) => ({ value: key, label }))}
              onChange={go}
              className={`${layout.fullWidth} ${layout.marginBottom16}`}
            />
          )
        }
        items={shown.map(({ key, label }) => ({ key, label, children: tabs[key].content(user) }))}
      />
    </>
  );
}
