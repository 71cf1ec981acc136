import { submissionErrors, type DataOfForm, type KycReview } from '@tradepost/contracts/kyc';
import { Badge, Button, ConfigProvider, Flex, Form as AntForm, Tabs, theme } from 'antd';
import { FormikProvider, useFormik } from 'formik';
import { useState, type ReactNode } from 'react';
import { ApiError } from '@tradepost/client/api/api-error';
import { useUser } from '../../session/auth.store';
import { FullScreenBusy } from '../../ui/busy/full-screen-busy';
import { PageHeader } from '../../ui/layout/page-header';
import { useToast } from '../../ui/notice/use-toast';
import { useSaveProgress, useSubmitKyc } from './api';
import { CommercialTab } from './commercial/commercial-tab';
import { CompanyTab } from './company-tab';
import { DocumentsTab } from './documents/documents-tab';
import { Remarks, tabOf } from './fields';
import { brokenFields, completeness, phoneErrors, valuesOf, type KycValues } from './form-values';
import { ProgressLine, SaveState } from './progress-line';
import { ReviewBanner } from './review-banner';
import { useDocuments } from './documents/use-documents';
import { useDraft } from './use-draft';
import { useTabs } from './use-tabs';
import { t } from '../../i18n/t';
import { ask } from '../../ui/question/ask';
import { LeaveGuard } from '../../ui/question/leave-guard';
import { useUnloadWarning } from '../../ui/question/unload-warning';
import { useIsAtLeast } from '../../ui/screen/use-is-at-least';
import styles from './registration.module.css';

type Failure = { field: string; message: string };

const tabs = [
  ['company', t('Company Details')],
  ['documents', t('Documents')],
  ['commercial', t('Commercial Info')],
] as const;

/** After submission, nothing is saved automatically: every save counts as a new submission. */
const isDraft = ({ status }: KycReview) => status !== 'Processing' && status !== 'Approved';

export function Registration({ data, review }: { data: DataOfForm; review: KycReview }) {
  const user = useUser();
  const toast = useToast();
  const isWide = useIsAtLeast('md');
  const isDesktop = useIsAtLeast('lg');
  const [isUnlocked, setUnlocked] = useState(false);
  const [isSubmitting, setSubmitting] = useState(false);
  const { mutateAsync: saveProgress } = useSaveProgress(user.id);
  const { mutateAsync: submit } = useSubmitKyc(user.id);
  const formik = useFormik<KycValues>({
    initialValues: valuesOf(data),
    validateOnChange: false,
    validateOnBlur: false,
    onSubmit: () => undefined,
  });
  const { documents } = data.documents;
  const uploads = useDocuments();
  useUnloadWarning(uploads.busy);
  const locked = review.status === 'Approved' && !isUnlocked;
  const draft = useDraft(formik.values, saveProgress, isDraft(review) && !!user.id && !isSubmitting);

  const { tab, openTab, go } = useTabs(tabs);

  const refuse = (found: Failure[], message = found[0]?.message) => {
    formik.setErrors(phoneErrors(formik.errors));
    for (const { field, message } of found) formik.setFieldError(field, message);
    toast.destructive({
      title: t('Validation Error'),
      description: message ?? t('Please complete all required fields'),
    });
    if (found[0]) go(found[0].field);
  };
  const isKnown = () => {
    if (user.id) return true;
    toast.destructive({ title: t('Error'), description: t('User ID not found. Please log in again.') });
    return false;
  };

  const saveDraft = async () => {
    if (!isKnown()) return;
    try {
      await draft.save();
      toast.success({ title: t('Progress Saved'), description: t('Your form progress has been saved successfully.') });
    } catch {
      toast.destructive({ title: t('Error'), description: t('Failed to save progress. Please try again.') });
    }
  };
  const submitChanges = async () => {
    if (!isKnown()) return;
    const found = submissionErrors({ ...formik.values, documents: data.documents });
    if (found.length > 0) return refuse(found);
    formik.setErrors({});
    setSubmitting(true);
    try {
      await draft.after(submit);
      setUnlocked(false);
      toast.success({ title: t('Success'), description: t('Business registration information saved successfully') });
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) refuse(error.errors, error.message);
      else
        toast.destructive({
          title: t('Error'),
          description: t('Failed to save business registration information. Please try again.'),
        });
    } finally {
      setSubmitting(false);
    }
  };
  const unlock = () =>
    ask({
      title: t('Change an approved registration?'),
      content: t(
        'Saving changes starts a new review. Until it ends, your partners no longer see that you are verified.',
      ),
      okText: t('Change'),
      cancelText: t('Cancel'),
      onOk: () => setUnlocked(true),
    });

  const saveState = !locked && <SaveState {...draft} onRetry={saveDraft} />;
  const next = tabs[tabs.findIndex(([key]) => key === tab) + 1];
  // a current upload may have replaced the rejected document
  const shownReview = {
    ...review,
    documents: review.documents.filter(({ uploadId }) => documents.some((document) => document.uploadId === uploadId)),
  };
  const broken = brokenFields(formik.errors);
  const toCorrect = [
    ...shownReview.documents.map(({ id }) => `documents.${id}`),
    ...review.fields.map(({ field }) => field),
  ];
  const label = (key: string, text: string) => (
    <TabLabel
      text={text}
      errors={broken.filter((field) => tabOf(field) === key).length + (key === 'documents' ? uploads.refused : 0)}
      asked={toCorrect.filter((field) => tabOf(field) === key).length}
    />
  );

  return (
    <FormikProvider value={formik}>
      {isSubmitting && <FullScreenBusy title={t('Loading...')} text={t('Please wait for a while')} />}
      <LeaveGuard
        active={!isSubmitting && (draft.dirty || draft.saving)}
        title={t('Leave without saving?')}
        loss={t('Unsaved changes will be lost.')}
        save={isDraft(review) ? draft.save : undefined}
      />
      <PageHeader
        title={t('Business Registration')}
        subtitle={t('Complete all required information to register your business')}
        actions={
          <>
            {isWide && saveState}
            <Button disabled={locked} onClick={saveDraft}>
              {t('Save Progress')}
            </Button>
            <Button type="primary" disabled={locked} onClick={submitChanges}>
              {t('Save Changes')}
            </Button>
            {!isWide && saveState}
          </>
        }
      />
      <ReviewBanner review={shownReview} documents={documents} onGo={go} onUnlock={locked ? unlock : undefined} />
      <ProgressLine {...completeness(formik.values, documents)} />
      <Remarks value={review.fields}>
        <Lockable locked={locked}>
          <Tabs
            activeKey={tab}
            {...(!isWide && { size: 'small', tabBarGutter: 12 })}
            onChange={(key) => openTab(key)}
            items={tabs.map(([key, text]) => ({
              key,
              label: label(key, text),
              children: {
                company: <CompanyTab />,
                documents: (
                  <DocumentsTab
                    documents={documents}
                    rejected={shownReview.documents}
                    sending={uploads.sending}
                    onChoose={uploads.start}
                    locked={locked}
                  />
                ),
                commercial: <CommercialTab />,
              }[key],
            }))}
          />
          {next ? (
            <Flex justify="end" className={styles.end}>
              <Button disabled={false} onClick={() => openTab(next[0], 'top')}>
                {t('Next: {value}', { value: next[1] })}
              </Button>
            </Flex>
          ) : (
            // the buttons above are several screens away
            !isDesktop &&
            !locked && (
              <Flex justify="end" className={`${styles.end} ${styles.docked}`}>
                <Button type="primary" onClick={submitChanges}>
                  {t('Save Changes')}
                </Button>
              </Flex>
            )
          )}
        </Lockable>
      </Remarks>
    </FormikProvider>
  );
}

/** The form's controls; read-only fields stay readable. */
function Lockable({ locked, children }: { locked: boolean; children: ReactNode }) {
  const { token } = theme.useToken();
  return (
    <ConfigProvider theme={locked ? { token: { colorTextDisabled: token.colorTextSecondary } } : {}}>
      <AntForm layout="vertical" component={false} disabled={locked}>
        {children}
      </AntForm>
    </ConfigProvider>
  );
}

/** The number of errors; else the number of requests by the review. */
function TabLabel({ text, errors, asked }: { text: string; errors: number; asked: number }) {
  const { token } = theme.useToken();
  const count = errors || asked;
  const summary = errors ? t('{errors} to correct', { errors }) : t('{asked} requested by the review', { asked });
  return (
    <Flex gap={4} align="center" className={styles.note}>
      {text}
      {count > 0 && (
        <>
          <Badge
            count={count}
            size="small"
            title={summary}
            color={errors ? token.colorError : token.colorWarning}
            styles={{ indicator: { color: token.colorBgContainer } }}
          />
          <span className="sr-only">({summary})</span>
        </>
      )}
    </Flex>
  );
}
