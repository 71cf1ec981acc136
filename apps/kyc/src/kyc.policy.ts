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
