import { kycFieldLabels, type CommercialInfo, type CompanyDetails } from '@tradepost/contracts/kyc';
import { formatDay } from '../../ui/feedback/format';
import { formatAmount } from '../../ui/form/decimal';
import { countryName } from '../../i18n/names';
import { referenceText } from '../../i18n/reference-text';
import { t } from '../../i18n/t';

/** One answer of a registration; `field` as in `companyDetails.website`. */
export interface Answer {
  field: string;
  label: string;
  value: string;
}

export interface AnswerGroup {
  title: string;
  answers: Answer[];
}

const labelOf = (key: string) => t(kycFieldLabels[key as keyof CompanyDetails]);
const groups: Record<string, (keyof CompanyDetails)[]> = {
  [t('Company Information')]: [
    'shortName',
    'legalEntityName',
    'registrationCountry',
    'typeOfRegistration',
    'companyRegistrationNumber',
    'vatTaxNumber',
    'incorporationDate',
    'website',
  ],
  [t('Contact')]: ['primaryContactEmail', 'phoneNumber', 'mobileNumber', 'faxNumber'],
  [t('Company Address')]: ['addressLine1', 'addressLine2', 'addressLine3', 'city', 'county', 'postcode'],
};

function valueOf(key: keyof CompanyDetails, value: string): string {
  if (key === 'registrationCountry') return countryName(value);
  return key === 'incorporationDate' && value ? formatDay(value) : value;
}

/** The answers of a company by group. */
export function answersOf({
  companyDetails,
  commercialInfo,
}: {
  companyDetails: CompanyDetails;
  commercialInfo: CommercialInfo;
}): AnswerGroup[] {
  const { businessNature, currencies = [], tradeVolumes = [] } = commercialInfo;
  return [
    ...Object.entries(groups).map(([title, keys]) => ({
      title,
      answers: keys.map((key) => ({
        field: `companyDetails.${key}`,
        label: labelOf(key),
        value: valueOf(key, companyDetails[key] ?? ''),
      })),
    })),
    {
      title: t('Commercial Info'),
      answers: [
        {
          field: 'commercialInfo.businessNature',
          label: t('Nature of Business'),
          value: [businessNature?.code, referenceText(businessNature?.description ?? '')].filter(Boolean).join(' · '),
        },
        {
          field: 'commercialInfo.currencies',
          label: t('Currencies & Destinations'),
          value: currencies.map(({ country, currency }) => `${countryName(country ?? '')}: ${currency}`).join('\n'),
        },
        {
          field: 'commercialInfo.tradeVolumes',
          label: t('Trade Volumes'),
          value: tradeVolumes
            .map(({ year, country, expected, actual, variance }) =>
              t('{what}: expected {expected} EUR, actual {actual} EUR, variance {variance} EUR', {
                what: [year, countryName(country ?? '')].filter(Boolean).join(' '),
                expected: formatAmount(expected ?? ''),
                actual: formatAmount(actual ?? ''),
                variance: formatAmount(variance ?? '', 'exceptZero'),
              }),
            )
            .join('\n'),
        },
      ],
    },
  ];
}
