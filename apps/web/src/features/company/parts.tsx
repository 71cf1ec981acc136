import { companyForm, onboardingForm, tradingCurrencies } from '@tradepost/contracts/identity';
import { countries, defaultCountryName, dialCodeOf, type Country } from '@tradepost/reference/countries';
import {
  countryOfPhone,
  isWholePhone,
  onboardingPhone,
  phoneForCountry,
  withoutTrunkPrefix,
} from '@tradepost/reference/phone';
import { Input, Select } from 'antd';
import { useFormikContext } from 'formik';
import type { ObjectSchema, StringSchema } from 'yup';
import { CountrySelect } from '../../ui/form/country-select';
import { Field, TextField } from '../../ui/form/field';
import { TwoColumns } from '../../ui/layout/two-columns';
import type { CompanyInput } from './api';
import { countryName, currencyLabel } from '../../i18n/names';
import { t } from '../../i18n/t';

/** A dial code alone is not a telephone number. */
const withTelephone = <S extends ObjectSchema<CompanyInput>>(schema: S) =>
  schema.shape({
    telephoneNumber: (schema.fields.telephoneNumber as StringSchema<string>).test(
      'number',
      t('Telephone number is required'),
      (value, { parent }) => value !== `+${dialCodeOf(String(parent.country)) ?? ''}`,
    ),
  });

export const onboardingRules = withTelephone(onboardingForm as ObjectSchema<CompanyInput>);
export const profileRules = withTelephone(companyForm as ObjectSchema<CompanyInput>);

export type CompanyValues = { [K in keyof CompanyInput]-?: string };

export const emptyCompany: CompanyValues = {
  companyName: '',
  companyRegistrationNumber: '',
  taxId: '',
  country: defaultCountryName,
  addressLine1: '',
  addressLine2: '',
  city: '',
  postCode: '',
  tradingCurrency: '',
  telephoneNumber: '',
  contractEmail: '',
  billingEmail: '',
};

/** Changing it changes the dial code of the telephone number. */
function CountryField({ from }: { from?: readonly Country[] | undefined }) {
  const { values, setFieldValue } = useFormikContext<CompanyValues>();
  return (
    <Field name="country" label={t('Country')}>
      {(control, value, change) => (
        <CountrySelect
          {...control}
          {...(from && { from })}
          value={value}
          onChange={(name) => {
            change(name);
            void setFieldValue(
              'telephoneNumber',
              phoneForCountry(values.telephoneNumber, dialCodeOf(name) ?? ''),
              false,
            );
          }}
        />
      )}
    </Field>
  );
}

/** Digits after the country's dial code. A whole number of another country on offer sets the country. */
function TelephoneField({ from = countries }: { from?: readonly Country[] | undefined }) {
  const { values, setFieldValue, setFieldError } = useFormikContext<CompanyValues>();
  const dialCode = dialCodeOf(values.country) ?? '';
  const enter = (typed: string, change: (value: string) => void) => {
    if (typed === '') return change('');
    const phone = onboardingPhone(typed, dialCode);
    if (phone !== null) return change(phone);
    if (!isWholePhone(typed)) return;
    const country = countryOfPhone(typed, from);
    if (!country)
      return setFieldError(
        'telephoneNumber',
        t('This number is not from {country}. Choose its country first.', { country: countryName(values.country) }),
      );
    void setFieldValue('country', country.name, false);
    change(`+${typed.replace(/\D/g, '')}`);
  };
  return (
    <Field name="telephoneNumber" label={t('Telephone Number')}>
      {(control, value, change) => (
        <Input
          size="large"
          type="tel"
          autoComplete="tel"
          placeholder={`+${dialCode}`}
          {...control}
          name="telephoneNumber"
          value={value}
          onChange={(event) => enter(event.target.value, change)}
          onBlur={() => {
            const written = withoutTrunkPrefix(value);
            if (written !== value) change(written);
          }}
        />
      )}
    </Field>
  );
}

interface CompanyFieldsProps {
  /** Asked in onboarding only; the profile does not change it. */
  registrationNumber?: boolean;
  countries?: readonly Country[];
}

export function CompanyFields({ registrationNumber, countries: from }: CompanyFieldsProps) {
  return (
    <TwoColumns min={300}>
      <TextField name="companyName" label={t('Company Name')} autoComplete="organization" />
      {registrationNumber && <TextField name="companyRegistrationNumber" label={t('Company Registration Number')} />}
      <TextField name="taxId" label={t('VAT Number')} optional />
      <CountryField from={from} />
      <TextField name="addressLine1" label={t('Address Line 1')} autoComplete="address-line1" />
      <TextField name="addressLine2" label={t('Address Line 2')} optional autoComplete="address-line2" />
      <TextField name="city" label={t('City')} autoComplete="address-level2" />
      <TextField name="postCode" label={t('Post Code')} autoComplete="postal-code" />
      <Field name="tradingCurrency" label={t('Trading Currency')}>
        {(control, value, change) => (
          <Select
            size="large"
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t('Choose a currency')}
            {...control}
            value={value || undefined}
            onChange={change}
            options={tradingCurrencies.map((code) => ({ value: code, label: currencyLabel(code) }))}
          />
        )}
      </Field>
      <TelephoneField from={from} />
      <TextField
        name="contractEmail"
        label={t('Email for Contracts')}
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      <TextField
        name="billingEmail"
        label={t('Email for Billing')}
        type="email"
        inputMode="email"
        autoComplete="email"
      />
    </TwoColumns>
  );
}
