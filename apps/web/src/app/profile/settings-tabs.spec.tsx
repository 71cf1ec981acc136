import { screen } from '@testing-library/react';
import { ApiKeys } from '../../features/api-keys/api-keys';
import { Encryption } from '../../features/encryption/encryption';
import { MailCard } from '../../features/notifications/mail-card';
import { WebhooksCard } from '../../features/webhooks/webhooks-card';
import { auditor, downloader, manager, renderRoute, sender } from '../../test/render';
import { openTab, setsApprovals, setsUsualExpiry, settingsTabs } from './settings-tabs';

const at = (address: string, user = sender) => {
  const { hash, search } = new URL(address, 'https://tradepost.example/profile');
  return openTab(user, { hash, search });
};

describe('openTab', () => {
  it('opens the tab that the address names in either way', () => {
    expect(at('#security')).toBe('security');
    expect(at('?tab=security')).toBe('security');
    expect(at('?tab=security#data')).toBe('data');
  });

  it('shows an auditor the tabs of the own account', () => {
    const own = ['profile', 'security', 'encryption', 'notifications', 'data'];
    expect(settingsTabs(auditor).map(({ key }) => key)).toEqual(own);
    expect(at('#members', auditor)).toBe('profile');
    expect(at('#members')).toBe('members');
  });

  it('shows nothing of the own account to who is signed in by single sign-on', () => {
    expect(settingsTabs({ ...auditor, sso: true }).map(({ key }) => key)).toEqual(['profile', 'encryption']);
    const withoutPassword = { ...auditor, sso: true, withoutPassword: true } as const;
    expect(settingsTabs(withoutPassword).map(({ key }) => key)).toEqual(['profile']);
  });

  it('shows a manager of a company that sends files the tab of what it has chosen', () => {
    expect(settingsTabs(manager)[0]?.key).toBe('company');
    expect(settingsTabs({ ...manager, userType: 'receiver' })[0]?.key).toBe('members');
  });

  it('opens the first tab when the address names none that the person has', () => {
    expect(at('')).toBe('company');
    expect(at('?tab=unknown')).toBe('company');
    expect(at('?tab=company', { ...sender, userType: 'admin', companyId: null })).toBe('profile');
  });
});

it('lets owners of companies that send files decide about approvals', () => {
  const receiver = { ...sender, userType: 'receiver' as const };
  expect([sender, receiver, auditor].map(setsApprovals)).toEqual([true, false, false]);
});

it('lets the owner and managers of companies that send files choose the usual expiry', () => {
  const receiver = { ...sender, userType: 'receiver' as const };
  expect([sender, manager, receiver, downloader, auditor].map(setsUsualExpiry)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test.each([
  ['Your keys', <Encryption />],
  ['Emails', <MailCard />],
  ['API keys', <ApiKeys />],
  ['Webhooks', <WebhooksCard />],
])('the page does not scroll to %s when the tab opens', (title, content) => {
  globalThis.fetch = () => new Promise(() => undefined);
  renderRoute(content);
  expect(screen.getByRole('region', { name: title })).toBeVisible();
  // browsers scroll to the element that the hash of the address names
  for (const { key } of settingsTabs(sender)) expect(document.getElementById(key)).toBeNull();
});
