import { useQuery } from '@tanstack/react-query';
import { submissionErrors, type DataOfForm } from '@tradepost/contracts/kyc';
import { Alert, Badge, Button, Flex, Form as AntForm, Tabs } from 'antd';
import { FormikProvider, useFormik } from 'formik';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ApiError } from '../../api/api-error';
import { useUser } from '../../session/auth.store';
import { ErrorState } from '../../ui/error-state';
import { FullScreenBusy } from '../../ui/full-screen-busy';
import { PageHeader } from '../../ui/page-header';
import { useToast } from '../../ui/use-toast';
import { kycQuery, useSaveProgress, useSubmitKyc, type ChosenDocuments } from './api';
import { CommercialTab } from './commercial-tab';
import { CompanyTab } from './company-tab';
import { DocumentsTab } from './documents-tab';
import { valuesOf, type KycValues } from './form-values';

export default function KycPage() {
  const { email } = useUser();
  const kyc = useQuery(kycQuery(email));
  if (kyc.error && !kyc.data) return <ErrorState error={kyc.error} onRetry={kyc.refetch} />;
  if (!kyc.data) return <FullScreenBusy title="Loading..." text="Please wait for a while" />;
  return <Registration data={kyc.data} />;
}

type Failure = { field: string; message: string };

const tabOf = ({ field }: Failure) => (field.startsWith('commercialInfo') ? 'commercial' : 'company');

function Registration({ data }: { data: DataOfForm }) {
  const user = useUser();
  const toast = useToast();
  const [params, setParams] = useSearchParams();
  const [files, setFiles] = useState<ChosenDocuments>({});
  const [failures, setFailures] = useState<Failure[]>([]);
  const [sent, setSent] = useState(0);
  const saveProgress = useSaveProgress(user.id);
  const submit = useSubmitKyc(user.id);
  const formik = useFormik<KycValues>({ initialValues: valuesOf(data), validateOnChange: false, validateOnBlur: false, onSubmit: () => undefined });
  const tab = params.get('tab') ?? 'company';
  const openTab = (key: string) => setParams({ tab: key }, { replace: true });

  const refuse = (found: Failure[], message = found[0]?.message) => {
    setFailures(found);
    for (const { field, message: words } of found) formik.setFieldError(field, words);
    if (found[0]) openTab(tabOf(found[0]));
    toast.destructive({ title: 'Validation Error', description: message ?? 'Please complete all required fields' });
  };
  const known = () => {
    if (user.id) return true;
    toast.destructive({ title: 'Error', description: 'User ID not found. Please log in again.' });
    return false;
  };

  const progress = () => {
    if (!known()) return;
    saveProgress.mutate(formik.values, {
      onSuccess: () => toast.success({ title: 'Progress Saved', description: 'Your form progress has been saved successfully.' }),
      onError: () => toast.destructive({ title: 'Error', description: 'Failed to save progress. Please try again.' }),
    });
  };
  const changes = () => {
    if (!known()) return;
    formik.setErrors({});
    const found = submissionErrors({ ...formik.values, documents: data.documents });
    if (found.length > 0) return refuse(found);
    setFailures([]);
    submit.mutate(
      { data: formik.values, files, onProgress: (loaded, total) => setSent(Math.floor((loaded / total) * 100)) },
      {
        onSuccess: () => {
          setFiles({});
          toast.success({ title: 'Success', description: 'Business registration information saved successfully' });
        },
        onError: (error) =>
          error instanceof ApiError && error.status === 400
            ? refuse(error.errors, error.message)
            : toast.destructive({ title: 'Error', description: 'Failed to save business registration information. Please try again.' }),
      },
    );
  };

  const count = (key: string) => failures.filter((failure) => tabOf(failure) === key).length;
  const tabLabel = (key: string, text: string) => (
    <Flex gap={8} align="center">
      {text}
      <Badge count={count(key)} size="small" title={`${count(key)} to complete`} />
    </Flex>
  );

  return (
    <FormikProvider value={formik}>
      {submit.isPending && <FullScreenBusy title="Loading..." text={sent > 0 && sent < 100 ? `Please wait for a while (${sent}% sent)` : 'Please wait for a while'} />}
      <PageHeader
        title="Business Registration"
        subtitle="Complete all required information to register your business"
        actions={
          <>
            <Button loading={saveProgress.isPending} onClick={progress}>
              Save Progress
            </Button>
            <Button type="primary" loading={submit.isPending} onClick={changes}>
              Save Changes
            </Button>
          </>
        }
      />
      {user.kycStatus === 'Processing' && (
        <Alert type="info" showIcon title="Your registration is being reviewed" description="You can use Tradepost meanwhile; changes you save here are reviewed too." style={{ marginBottom: 16 }} />
      )}
      <AntForm layout="vertical" component={false}>
        <Tabs
          activeKey={tab}
          onChange={openTab}
          items={[
            { key: 'company', label: tabLabel('company', 'Company Details'), children: <CompanyTab /> },
            {
              key: 'documents',
              label: 'Documents',
              children: <DocumentsTab stored={data.documents.documents} chosen={files} onChoose={(id, file) => setFiles(({ [id]: _, ...rest }) => (file ? { ...rest, [id]: file } : rest))} />,
            },
            { key: 'commercial', label: tabLabel('commercial', 'Commercial Info'), children: <CommercialTab /> },
          ]}
        />
      </AntForm>
    </FormikProvider>
  );
}
