import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import type { Company } from '@tradepost/contracts/identity';
import type { CompanyDetails } from '@tradepost/contracts/kyc';

/** Nothing is typed twice: a new registration begins with what onboarding asked. */
export const prefilled = (company: Company | undefined): CompanyDetails =>
  company
    ? {
        shortName: company.companyName,
        registrationCountry: company.country,
        companyRegistrationNumber: company.companyRegistrationNumber ?? '',
        vatTaxNumber: company.taxId ?? '',
        primaryContactEmail: company.contractEmail,
        phoneNumber: company.telephoneNumber,
        addressLine1: company.addressLine1,
        addressLine2: company.addressLine2 ?? '',
        city: company.city,
        postcode: company.postCode,
      }
    : {};

/** @throws AppError COMPANY_MISSING */
export function companyOf({ companyId }: Pick<UserActor, 'companyId'>): string {
  if (!companyId) throw new AppError('COMPANY_MISSING');
  return companyId;
}

/** An upload is its company's own and the admins' to read. */
export const mayRead = (actor: Pick<UserActor, 'userType' | 'companyId'>, { companyId }: { companyId: string }): boolean =>
  actor.userType === 'admin' || actor.companyId === companyId;
