import { useQuery } from '@tanstack/react-query';
import type { Company } from '@tradepost/contracts/identity';
import { profileCountries } from '@tradepost/reference/countries';
import { Alert, Card } from 'antd';
import { useNavigate } from 'react-router-dom';
import { meQuery } from '../../api/queries';
import { useUser } from '../../session/auth.store';
import { ErrorState } from '../../ui/error-state';
import { Form, SubmitButton } from '../../ui/form';
import { SkeletonList } from '../../ui/skeleton-list';
import { useToast } from '../../ui/use-toast';
import { useSaveProfile, type CompanyInput } from './api';
import { CompanyFields, emptyCompany, profileRules, type CompanyValues } from './parts';

/** What the form starts with; the registration number is not on it, so it is not sent. */
function valuesOf({ id: _id, companyRegistrationNumber: _number, ...company }: Company): Partial<CompanyValues> {
  return { ...company, taxId: company.taxId ?? '', addressLine2: company.addressLine2 ?? '' };
}

/** The company of the signed-in person, as its partners and contracts know it. */
export function CompanyDetails() {
  const me = useQuery(meQuery);
  const { companyId } = useUser();
  return (
    <>
      {companyId === null && (
        <Alert
          type="info"
          showIcon
          title="Please add your company first"
          description="The rest of Tradepost opens as soon as it is saved."
          style={{ marginBottom: 24 }}
        />
      )}
      <Card>
        {me.data ? (
          <CompanyDetailsForm company={me.data.company} />
        ) : me.error ? (
          <ErrorState error={me.error} onRetry={me.refetch} />
        ) : (
          <SkeletonList rows={6} />
        )}
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
    save.mutateAsync(values as CompanyInput, {
      onSuccess: () => {
        toast.success({ title: 'Success', description: 'Company details submitted successfully' });
        if (!company) void navigate('/');
      },
      onError: ({ message }) => toast.destructive({ title: 'Error', description: message }),
    });

  return (
    <Form
      label="Company Details"
      schema={profileRules}
      initialValues={{ ...blank, ...(company && valuesOf(company)) }}
      onSubmit={submit}
    >
      <CompanyFields countries={profileCountries} />
      <SubmitButton block={false} style={{ minWidth: 160 }}>
        Continue
      </SubmitButton>
    </Form>
  );
}
