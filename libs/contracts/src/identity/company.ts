import type { UserType } from '../actor';
import { command, event } from '../define';
import {
  email,
  isTaxNumber,
  object,
  singleLine,
  string,
  taxNumberProblem,
  type AnyObject,
  type Message,
} from '../values/fields';
import { binding, type SignedIn } from './session';

/**
 * What forms preselect as the expiry of a transfer and the end of access, always the end of a day: tomorrow, in 7 days, in 30 days, or the last
 * day of the month. `ask`: each form has a default of its own.
 */
export const usualExpiries = ['ask', 'day', 'week', 'month', 'endOfMonth'] as const;
export type UsualExpiry = (typeof usualExpiries)[number];

export interface Company {
  id: string;
  companyName: string;
  companyRegistrationNumber: string | null;
  taxId: string | null;
  country: string;
  addressLine1: string;
  addressLine2: string | null;
  city: string;
  postCode: string;
  tradingCurrency: string;
  telephoneNumber: string;
  contractEmail: string;
  billingEmail: string;
  /** Only end-to-end encrypted uploads are accepted. */
  requireE2E: boolean;
  /** What forms preselect as the expiry of a transfer and the end of access; people can still change it. */
  usualExpiry: UsualExpiry;
}

/** Name of a company after its account was deleted. */
export const deletedCompanyName = 'Deleted account';

/** Storage quota of a new company, in bytes. */
export const defaultTotalStorage = 10 * 1024 ** 3;
export const tradingCurrencies = ['USD', 'EUR', 'GBP', 'JPY', 'CAD', 'AUD', 'CHF', 'CNY', 'INR'] as const;

/** The wire field is `CompanyRegistrationNumber`; both spellings are accepted. */
const withRegistrationNumber = (company: unknown) => {
  if (!company || typeof company !== 'object') return company;
  const { CompanyRegistrationNumber: capitalised, ...given } = company as AnyObject;
  return {
    ...given,
    ...(!given.companyRegistrationNumber && capitalised !== undefined && { companyRegistrationNumber: capitalised }),
  };
};

/** Onboarding and profile. The profile form has no registration number, so an absent number stays unchanged. */
export const companyForm = object({
  companyName: singleLine().required('Company name is required'),
  companyRegistrationNumber: singleLine(100),
  taxId: singleLine(100).test('tax-number', taxNumberProblem, (v) => !v || isTaxNumber(v)),
  country: singleLine(100).required('Country is required'),
  addressLine1: singleLine().required('Address line 1 is required'),
  addressLine2: singleLine(),
  city: singleLine(120).required('City is required'),
  postCode: singleLine(40).required('Post code is required'),
  tradingCurrency: string()
    .oneOf(tradingCurrencies, 'Trading currency is required')
    .required('Trading currency is required'),
  telephoneNumber: singleLine(40).required('Telephone number is required'),
  contractEmail: email('Please enter a valid email address').required('Contract email is required'),
  billingEmail: email('Please enter a valid email address').required('Billing email is required'),
}).transform(withRegistrationNumber);

/** The onboarding step also requires the registration number. */
export const onboardingForm = companyForm.shape({
  companyRegistrationNumber: singleLine(100).required('Company Registration Number is required'),
});

/** Bytes: 10 TiB. */
export const maxTotalStorage = 10 * 1024 ** 4;

export const companyCommands = {
  /** @throws SUSPENDED */
  saveCompany: command<Message & SignedIn>()(
    'identity.save-company',
    object({ email: email(), company: companyForm.required('Company name is required'), binding }),
  ),
  /** Sets what forms preselect as the expiry of a transfer and the end of access. Existing transfers do not change. @throws COMPANY_MISSING */
  setUsualExpiry: command<Message & { company: Company }>()(
    'identity.set-usual-expiry',
    object({ usualExpiry: string().oneOf(usualExpiries).required() }),
  ),
};

export const companyEvents = {
  companySaved: event<{
    companyId: string;
    companyName: string;
    userId: string;
    email: string;
    firstName: string;
    userType: UserType;
    created: boolean;
  }>('evt.identity.company-saved', { to: ['audit', 'storage', 'notification'], settle: ['storage'] }),
  usualExpiryChanged: event<{ companyId: string; usualExpiry: UsualExpiry }>('evt.identity.usual-expiry-changed', {
    to: ['audit'],
  }),
  logoChanged: event<{ userId: string; email: string; companyId: string; removed: boolean }>(
    'evt.identity.logo-changed',
    { to: ['audit'] },
  ),
};
