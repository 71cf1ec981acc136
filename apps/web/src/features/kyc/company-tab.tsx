import { isRequiredDetail, kycFieldLabels } from '@tradepost/contracts/kyc';
import { phoneError } from '@tradepost/contracts/values/phone';
import { dialCodeOf } from '@tradepost/reference/countries';
import { phoneForCountry } from '@tradepost/reference/phone';
import { registrationTypes } from '@tradepost/reference/registration-types';
import { Card, DatePicker, Flex, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { useFormikContext } from 'formik';
import type { ComponentProps } from 'react';
import { dayPattern } from '../../ui/feedback/format';
import { CountrySelect } from '../../ui/form/country-select';
import { Field, TextField } from '../../ui/form/field';
import { TwoColumns } from '../../ui/layout/two-columns';
import { Anchor, Remark, useRemark } from './fields';
import type { KycValues } from './form-values';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

type DetailKey = keyof typeof kycFieldLabels;

const maxLength = 255;
const phones = ['phoneNumber', 'mobileNumber'] as const;

/** The last row of fields brings its own space below. */
const fieldsBody = { body: { paddingBottom: 8 } };

const nameOf = (detail: DetailKey) => `companyDetails.${detail}`;

function useDetail(detail: DetailKey) {
  const remark = useRemark(nameOf(detail));
  const required = isRequiredDetail(detail);
  return {
    name: nameOf(detail),
    label: t(kycFieldLabels[detail]),
    required,
    optional: !required,
    hint: remark && <Remark reason={remark} />,
  };
}

type Of<P> = { detail: DetailKey } & Omit<P, 'name' | 'label' | 'required' | 'optional' | 'hint'>;

function Detail({ detail, ...props }: Of<ComponentProps<typeof Field>>) {
  return (
    <Anchor field={nameOf(detail)}>
      <Field {...useDetail(detail)} {...props} />
    </Anchor>
  );
}

function TextDetail({ detail, ...props }: Of<ComponentProps<typeof TextField>>) {
  return (
    <Anchor field={nameOf(detail)}>
      <TextField {...useDetail(detail)} maxLength={maxLength} {...props} />
    </Anchor>
  );
}

/** Judged at every change. */
function PhoneDetail({ detail }: { detail: (typeof phones)[number] }) {
  const { setFieldError } = useFormikContext();
  const name = nameOf(detail);
  return (
    <Detail detail={detail}>
      {(control, value, change) => (
        <Input
          size="large"
          type="tel"
          autoComplete="tel"
          maxLength={maxLength}
          {...control}
          name={name}
          value={value}
          onChange={(event) => {
            const phone = event.target.value.replace(/\s/g, '');
            change(phone);
            setFieldError(name, phoneError(phone));
          }}
        />
      )}
    </Detail>
  );
}

export function CompanyTab() {
  const { values, setFieldValue, setFieldError } = useFormikContext<KycValues>();

  const takeDialCode = (country: string) => {
    for (const phone of phones) {
      const before = values.companyDetails[phone];
      const next = phoneForCountry(before, dialCodeOf(country) ?? '');
      if (next === before) continue;
      void setFieldValue(nameOf(phone), next, false);
      setFieldError(nameOf(phone), undefined);
    }
  };

  return (
    <Flex vertical gap={24}>
      <Card title={t('Company Information')} styles={fieldsBody}>
        <TwoColumns min={260}>
          <TextDetail detail="shortName" autoComplete="organization" />
          <TextDetail detail="legalEntityName" />
          <Detail detail="registrationCountry">
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
          </Detail>
          <Detail detail="typeOfRegistration">
            {(control, value, change) => (
              <Select
                size="large"
                placeholder={t('Choose a type')}
                {...control}
                value={value || undefined}
                onChange={change}
                options={registrationTypes.map((type) => ({ value: type, label: t(type) }))}
              />
            )}
          </Detail>
          <TextDetail detail="companyRegistrationNumber" />
          <TextDetail detail="vatTaxNumber" />
          <Detail detail="incorporationDate">
            {(control, value, change) => (
              <DatePicker
                size="large"
                className={layout.fullWidth}
                format={[dayPattern, 'YYYY-MM-DD', 'DD/MM/YYYY', 'D/M/YYYY', 'DD.MM.YYYY', 'D.M.YYYY']}
                maxDate={dayjs()}
                {...control}
                value={value && dayjs(value).isValid() ? dayjs(value) : null}
                onChange={(day) => change(day ? day.format('YYYY-MM-DD') : '')}
              />
            )}
          </Detail>
          <TextDetail detail="website" placeholder={t('www.company.com')} inputMode="url" autoComplete="url" />
        </TwoColumns>
      </Card>
      <Card title={t('Contact')} styles={fieldsBody}>
        <TwoColumns min={260}>
          <TextDetail detail="primaryContactEmail" type="email" inputMode="email" autoComplete="email" />
          <PhoneDetail detail="phoneNumber" />
          <PhoneDetail detail="mobileNumber" />
          <TextDetail detail="faxNumber" type="tel" />
        </TwoColumns>
      </Card>
      <Card title={t('Company Address')} styles={fieldsBody}>
        <TwoColumns min={260}>
          <TextDetail detail="addressLine1" autoComplete="address-line1" />
          <TextDetail detail="addressLine2" autoComplete="address-line2" />
          <TextDetail detail="addressLine3" autoComplete="address-line3" />
          <TextDetail detail="city" autoComplete="address-level2" />
          <TextDetail detail="county" autoComplete="address-level1" />
          <TextDetail detail="postcode" autoComplete="postal-code" />
        </TwoColumns>
      </Card>
    </Flex>
  );
}
