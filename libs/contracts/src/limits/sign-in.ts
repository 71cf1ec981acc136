import type { Limit } from './limit';
import { tooMany } from './messages';

const minute = 60;

export const signInLimits = {
  loginsWithoutDelay: {
    resource: 'Failed sign-ins before a delay',
    per: 'account and network',
    setting: 'LOGIN_FREE_FAILURES',
    amount: 5,
    windowSeconds: 15 * minute,
    message: tooMany.attempts,
  },
  loginsOfAccount: {
    resource: 'Failed sign-ins',
    per: 'account',
    setting: 'LOGIN_FAILURES_PER_ACCOUNT',
    amount: 20,
    windowSeconds: 15 * minute,
    message: tooMany.attempts,
  },
  loginsOfNetwork: {
    resource: 'Failed sign-ins and wrong API keys',
    per: 'network',
    setting: 'LOGIN_FAILURES_PER_ADDRESS',
    amount: 100,
    windowSeconds: 15 * minute,
    message: tooMany.attempts,
  },
  passkeyChallenges: {
    resource: 'Sign-ins with a passkey that were started',
    per: 'network',
    setting: 'PASSKEY_CHALLENGES_PER_NETWORK',
    amount: 300,
    amountOfThisMachine: 3_000,
    windowSeconds: 15 * minute,
    message: tooMany.attempts,
  },
  passkeyChallengesOfAccount: {
    resource: 'Passkey confirmations that were started',
    per: 'account',
    setting: 'PASSKEY_CHALLENGES_PER_ACCOUNT',
    amount: 60,
    windowSeconds: 15 * minute,
    message: tooMany.attempts,
  },
  ssoStarts: {
    resource: 'Sign-ins with single sign-on that were started',
    per: 'network',
    setting: 'SSO_STARTS_PER_NETWORK',
    amount: 300,
    amountOfThisMachine: 3_000,
    windowSeconds: 15 * minute,
    message: tooMany.attempts,
  },
  ssoLogouts: {
    resource: 'Logouts that no identity provider has reported',
    per: 'company and network',
    setting: 'SSO_LOGOUTS_PER_COMPANY_AND_NETWORK',
    amount: 100,
    windowSeconds: 15 * minute,
    message: tooMany.attempts,
  },
  ssoChecks: {
    resource: 'Checks of an identity provider or a domain',
    per: 'company',
    setting: 'SSO_CHECKS_PER_COMPANY',
    amount: 60,
    windowSeconds: 60 * minute,
    message: tooMany.attempts,
  },
  ssoDomains: {
    resource: 'Domains for single sign-on',
    per: 'company',
    setting: 'SSO_DOMAINS_PER_COMPANY',
    amount: 20,
    message: 'Your company has as many domains as it can have. Please remove one first.',
  },
  newSsoAccounts: {
    resource: 'New accounts by single sign-on',
    per: 'company',
    setting: 'SSO_ACCOUNTS_PER_DAY',
    amount: 500,
    windowSeconds: 24 * 60 * minute,
    message: 'The sign-in service of your company has added too many people today. Please try again tomorrow.',
  },
  ssoAccounts: {
    resource: 'Accounts with single sign-on',
    per: 'company',
    setting: 'SSO_ACCOUNTS_PER_COMPANY',
    amount: 10_000,
    message:
      'The sign-in service of your company has added as many people as it may. Please ask the owner of your company.',
  },
  passkeys: {
    resource: 'Passkeys',
    per: 'account',
    setting: 'PASSKEYS_PER_ACCOUNT',
    amount: 10,
    message: 'Your account has as many passkeys as it can have. Please remove one first.',
  },
} as const satisfies Record<string, Limit>;
