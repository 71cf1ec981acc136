import type { User } from '@tradepost/contracts/identity';
import { permits } from '@tradepost/contracts/roles';
import { mayHoldShare, usesVault } from '../../session/may';
import { t } from '../../i18n/t';

const labels = {
  company: t('Company'),
  members: t('Members'),
  sso: t('Single sign-on'),
  profile: t('Profile'),
  security: t('Security'),
  encryption: t('Encryption'),
  notifications: t('Notifications'),
  webhooks: t('API and webhooks'),
  data: t('Data'),
} as const;

/** Also the part of the address after `#`: mails and notifications link to it. */
export type SettingsTab = keyof typeof labels;

/** The tabs that a person has. An admin belongs to no company; before there is a company, nothing depends on it. A member has what the roles allow. */
export function settingsTabs(user: User): { key: SettingsTab; label: string }[] {
  const { userType, companyId } = user;
  const isAdmin = userType === 'admin';
  const hidden: Partial<Record<SettingsTab, boolean>> = {
    company: isAdmin || !(permits(user, 'company') || setsUsualExpiry(user)),
    members: isAdmin || !companyId || !permits(user, 'members'),
    sso: isAdmin || !companyId || !permits(user, 'sso'),
    security: !permits(user, 'account'),
    notifications: isAdmin || !permits(user, 'account'),
    data: !permits(user, 'account'),
    encryption: !usesVault(user) && !mayHoldShare(user),
    webhooks: !companyId || !permits(user, 'programs'),
  };
  return (Object.keys(labels) as SettingsTab[])
    .filter((key) => !hidden[key])
    .map((key) => ({ key, label: labels[key] }));
}

/** Whether a person decides how many people must approve a request. Receivers accept none. */
export const setsApprovals = (user: User): boolean => user.userType === 'sender' && permits(user, 'company');

/** Whether a person decides what forms preselect as an expiry: those of a company that sends files who accept requests. */
export const setsUsualExpiry = (user: User): boolean =>
  user.userType === 'sender' && user.companyId !== null && permits(user, 'requests');

/** The tab that an address names: `#security`, or `?tab=security`. The first one if it names none that the person has. */
export function openTab(user: User, { hash, search }: { hash: string; search: string }): SettingsTab {
  const shown = settingsTabs(user);
  const wanted = hash.slice(1) || new URLSearchParams(search).get('tab');
  return (shown.find(({ key }) => key === wanted) ?? shown[0])?.key ?? 'profile';
}
