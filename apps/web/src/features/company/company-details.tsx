import { useQuery } from '@tanstack/react-query';
import type { Company } from '@tradepost/contracts/identity';
import { profileCountries } from '@tradepost/reference/countries';
import { Alert, Card, Flex, Typography } from 'antd';
import { useNavigate } from 'react-router-dom';
import { meQuery } from '../../api/queries';
import { useUser } from '../../session/auth.store';
import { Form, SubmitButton } from '../../ui/form/form';
import { QueryResult } from '../../ui/list/query-result';
import { SkeletonList } from '../../ui/busy/skeleton-list';
import { useToast } from '../../ui/notice/use-toast';
import { useSaveProfile, type CompanyInput } from './api';
import { CompanyFields, emptyCompany, profileRules, type CompanyValues } from './parts';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './company-details.module.css';

/** Initial values; without the registration number, which is not sent. */
function valuesOf({ id: _id, companyRegistrationNumber: _number, ...company }: Company): Partial<CompanyValues> {
  return { ...company, taxId: company.taxId ?? '', addressLine2: company.addressLine2 ?? '' };
}

/** The company details of the signed-in person. */
export function CompanyDetails() {
  const me = useQuery(meQuery);
  const { companyId } = useUser();
  return (
    <>
      {companyId === null && (
        <Alert
          type="info"
          showIcon
          title={t('Please add your company first')}
          description={t('You can use the rest of Tradepost once it is saved.')}
          className={layout.marginBottom24}
        />
      )}
      <Card>
        <QueryResult query={me} placeholder={<SkeletonList rows={6} />}>
          {({ company }) => <CompanyDetailsForm company={company} />}
        </QueryResult>
      </Card>
    </>
  );
}

function CompanyDetailsForm({ company }: { company: Company | undefined }) {
  const save = useSaveProfile();
  const toast = useToast();
  const navigate = useNavigate();
  const { companyRegistrationNumber: _number, ...blank } = emptyCompany;

  const submit = (values: Partial<CompanyValues>) =>
    save
      .mutateAsync(values as CompanyInput, {
        onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
      })
      // the first company replaces this screen, and the callback of `mutateAsync` with it
      .then(() => {
        toast.success({ title: t('Success'), description: t('Company details submitted successfully') });
        if (!company) void navigate('/');
      });

  return (
    <Form
      label={t('Company Details')}
      schema={profileRules}
      initialValues={{ ...blank, ...(company && valuesOf(company)) }}
      onSubmit={submit}
    >
      <CompanyFields countries={profileCountries} />
      <Flex gap={16} align="center" wrap className={layout.marginTop8}>
        <SubmitButton block={false} className={styles.save as string}>
          {t('Continue')}
        </SubmitButton>
        <Typography.Text type="secondary">{t('“Continue” saves your company.')}</Typography.Text>
      </Flex>
    </Form>
  );
}
