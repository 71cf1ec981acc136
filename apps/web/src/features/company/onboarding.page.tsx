import { Flex, Spin, Typography } from 'antd';
import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { clearResponse, skipForNow, useAuth } from '../../session/auth.store';
import { onboardingTicket } from '../../session/tickets';
import { FormDraft } from '../../ui/draft/form-draft';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { showInvited } from '../../ui/notice/invited';
import { useToast } from '../../ui/notice/use-toast';
import { outcomeTexts } from '../../ui/notice/partner-outcomes';
import { useCreateCompany, useInvitePartners, type OnboardingInput } from './api';
import { InviteStep } from './invite-step';
import { JoinInstead } from './join-instead';
import { OnboardingActions } from './onboarding-actions';
import { StepsLine, StepsSidebar } from './onboarding-steps';
import { CompanyFields, emptyCompany, onboardingRules } from './parts';
import { t } from '../../i18n/t';
import { useIsAtLeast } from '../../ui/screen/use-is-at-least';
import styles from './onboarding.module.css';

const companyStep = 0;
const inviteStep = 1;
const processingStep = 2;

export default function OnboardingPage() {
  const isWide = useIsAtLeast('lg');
  // A reload resumes at the same step, because the ticket and the company are stored.
  const [step, setStep] = useState(() => (useAuth.getState().user?.companyId ? inviteStep : companyStep));
  const create = useCreateCompany();
  const invite = useInvitePartners();
  const toast = useToast();
  const [ticket] = useState(onboardingTicket.read);
  const [known] = useState(() => {
    const email = useAuth.getState().email ?? '';
    return { ...emptyCompany, contractEmail: email, billingEmail: email };
  });
  if (!ticket) return <Navigate to="/signup" replace />;

  const saveCompany = (values: typeof emptyCompany) =>
    create.mutateAsync(values as OnboardingInput, {
      onSuccess: ({ message }) => {
        toast.success({ title: t('Success'), description: message, onEnd: clearResponse });
        setStep(inviteStep);
      },
    });
  const sendInvitations = (emails: string[]) => {
    setStep(processingStep);
    invite.mutate(emails, {
      onSuccess: (answer) => {
        if (answer.invited.every(({ status }) => status === 'invited'))
          toast.success({ title: t('Success'), description: answer.message });
        else showInvited(toast, answer, outcomeTexts);
        skipForNow();
      },
      onError: ({ message }) => {
        toast.destructive({ title: t('The Invite failes'), description: message });
        setStep(inviteStep);
      },
    });
  };

  return (
    <Flex className={styles.page}>
      {isWide && <StepsSidebar step={step} />}
      <Flex component="main" flex={1} justify="center" className={styles.main}>
        <div className={step === companyStep ? styles.wideForm : styles.form}>
          {step !== processingStep && <OnboardingActions ticket={ticket} hasBrand={!isWide} />}
          {!isWide && <StepsLine step={step} />}
          {step === companyStep && (
            <>
              <Typography.Title level={1} className={styles.title}>
                {t('Company Details')}
              </Typography.Title>
              <Typography.Paragraph type="secondary" className={styles.subtitle}>
                {t('Add your company details')}
              </Typography.Paragraph>
              <JoinInstead email={known.contractEmail} />
              <FormError message={create.error?.message} />
              <Form label={t('Company Details')} schema={onboardingRules} initialValues={known} onSubmit={saveCompany}>
                <CompanyFields registrationNumber />
                <FormDraft name={`company-${known.contractEmail}`} fields={Object.keys(emptyCompany)} always />
                <Typography.Paragraph type="secondary" className={styles.note}>
                  {t('“Continue” saves your company. You can change these details later under Settings.')}
                </Typography.Paragraph>
                <SubmitButton>{t('Continue')}</SubmitButton>
              </Form>
            </>
          )}
          {/* Stays mounted while processing, so that a refused invitation still has its list. */}
          <div hidden={step !== inviteStep}>
            {step !== companyStep && (
              <InviteStep
                done={invite.isPending || invite.isSuccess}
                own={known.contractEmail}
                onSkip={skipForNow}
                onInvite={sendInvitations}
              />
            )}
          </div>
          {step === processingStep && <Processing />}
        </div>
      </Flex>
    </Flex>
  );
}

function Processing() {
  return (
    <Flex vertical align="center" role="status" className={styles.done}>
      <Spin size="large" />
      <Typography.Title level={1} className={styles.doneTitle}>
        {t('Processing your invitation')}
      </Typography.Title>
      <Typography.Text type="secondary">
        {t('Please wait while we set up collaboration with your partners...')}
      </Typography.Text>
    </Flex>
  );
}
