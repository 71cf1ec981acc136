import { kycFieldLabels } from '@tradepost/contracts/kyc';
import { dialCodeOf } from '@tradepost/reference/countries';
import { registrationTypes } from '@tradepost/reference/registration-types';
import { phoneForCountry } from '@tradepost/reference/phone';
import { Card, DatePicker, Flex, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { useFormikContext } from 'formik';
import { CountrySelect } from '../../ui/country-select';
import { Field, TextField } from '../../ui/field';
import { TwoColumns } from '../../ui/two-columns';
import { phoneError, type KycValues } from './form-values';

type DetailKey = keyof typeof kycFieldLabels;

/** The last row of fields brings its own space below. */
const fieldsBody = { body: { paddingBottom: 8 } };

const of = (key: DetailKey) => ({ name: `companyDetails.${key}`, label: kycFieldLabels[key] });

/** Judged at every change. */
function PhoneField({ field }: { field: 'phoneNumber' | 'mobileNumber' }) {
  const { setFieldError } = useFormikContext();
  const { name, label } = of(field);
  return (
    <Field name={name} label={label}>
      {(control, value, change) => (
        <Input
          size="large"
          type="tel"
          {...control}
          name={name}
          value={value}
          onChange={(event) => {
            change(event.target.value);
            setFieldError(name, phoneError(event.target.value));
          }}
        />
      )}
    </Field>
  );
}

export function CompanyTab() {
  const { values, setFieldValue } = useFormikContext<KycValues>();
  const { phoneNumber, mobileNumber } = values.companyDetails;

  const takeDialCode = (country: string) => {
    const dialCode = dialCodeOf(country) ?? '';
    void setFieldValue('companyDetails.phoneNumber', phoneForCountry(phoneNumber, dialCode), false);
    void setFieldValue('companyDetails.mobileNumber', phoneForCountry(mobileNumber, dialCode), false);
  };

  return (
    <Flex vertical gap={24}>
      <Card title="Company Information" styles={fieldsBody}>
        <TwoColumns min={260}>
          <TextField {...of('shortName')} />
          <TextField {...of('legalEntityName')} />
          <Field {...of('registrationCountry')}>
            {(control, value, change) => (
              <CountrySelect
                {...control}
                value={value}
                onChange={(country) => {
                  change(country);
                  takeDialCode(country);
                }}
              />
            )}
          </Field>
          <Field {...of('typeOfRegistration')}>
            {(control, value, change) => (
              <Select
                size="large"
                placeholder="Choose a type"
                {...control}
                value={value || undefined}
                onChange={change}
                options={registrationTypes.map((type) => ({ value: type, label: type }))}
              />
            )}
          </Field>
          <TextField {...of('companyRegistrationNumber')} />
          <TextField {...of('vatTaxNumber')} />
          <Field {...of('incorporationDate')}>
            {(control, value, change) => (
              <DatePicker
                size="large"
                style={{ width: '100%' }}
                format="D MMM YYYY"
                {...control}
                value={value && dayjs(value).isValid() ? dayjs(value) : null}
                onChange={(day) => change(day ? day.format('YYYY-MM-DD') : '')}
              />
            )}
          </Field>
          <TextField {...of('website')} placeholder="www.company.com" inputMode="url" />
        </TwoColumns>
      </Card>
      <Card title="Contact" styles={fieldsBody}>
        <TwoColumns min={260}>
          <TextField {...of('primaryContactEmail')} type="email" inputMode="email" />
          <PhoneField field="phoneNumber" />
          <PhoneField field="mobileNumber" />
          <TextField {...of('faxNumber')} optional type="tel" />
        </TwoColumns>
      </Card>
      <Card title="Company Address" styles={fieldsBody}>
        <TwoColumns min={260}>
          <TextField {...of('addressLine1')} autoComplete="address-line1" />
          <TextField {...of('addressLine2')} autoComplete="address-line2" />
          <TextField {...of('addressLine3')} optional autoComplete="address-line3" />
          <TextField {...of('city')} autoComplete="address-level2" />
          <TextField {...of('county')} autoComplete="address-level1" />
          <TextField {...of('postcode')} autoComplete="postal-code" />
        </TwoColumns>
      </Card>
    </Flex>
  );
}
