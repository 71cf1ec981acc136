import { Flex, Grid, Spin, Typography, theme } from 'antd';
import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { skipForNow, useAuth } from '../../session/auth.store';
import { onboardingTicket } from '../../session/tickets';
import { Form, FormError, SubmitButton } from '../../ui/form';
import { useToast } from '../../ui/use-toast';
import { useCreateCompany, useInvitePartners, type OnboardingInput } from './api';
import { InviteStep } from './invite-step';
import { StepsLine, StepsSidebar } from './onboarding-steps';
import { CompanyFields, emptyCompany, onboardingRules } from './parts';

const companyStep = 0;
const inviteStep = 1;
const processingStep = 2;

export default function OnboardingPage() {
  const { token } = theme.useToken();
  const { lg } = Grid.useBreakpoint();
  // A reload between the steps goes on where it was: the ticket and the company are both held.
  const [step, setStep] = useState(() => (useAuth.getState().user?.companyId ? inviteStep : companyStep));
  const create = useCreateCompany();
  const invite = useInvitePartners();
  const toast = useToast();
  const [ticket] = useState(onboardingTicket.read);
  if (!ticket) return <Navigate to="/signup" replace />;

  const saveCompany = (values: typeof emptyCompany) =>
    create.mutateAsync(values as OnboardingInput, {
      onSuccess: ({ message }) => {
        toast.success({ title: 'Success', description: message });
        setStep(inviteStep);
      },
    });
  const sendInvitations = (emails: string[]) => {
    setStep(processingStep);
    invite.mutate(emails, {
      onSuccess: ({ message }) => {
        toast.success({ title: 'Success', description: message });
        skipForNow();
      },
      onError: ({ message }) => {
        toast.destructive({ title: 'The Invite failes', description: message });
        setStep(inviteStep);
      },
    });
  };

  return (
    <Flex style={{ minHeight: '100%', background: token.colorBgContainer }}>
      {lg && <StepsSidebar step={step} />}
      <Flex component="main" flex={1} justify="center" style={{ padding: lg ? '56px 48px' : '24px 20px', minWidth: 0 }}>
        <div style={{ width: '100%', maxWidth: step === companyStep ? 720 : 480 }}>
          {!lg && <StepsLine step={step} />}
          {step === companyStep && (
            <>
              <Typography.Title level={1} style={{ fontSize: 26, margin: 0 }}>
                Company Details
              </Typography.Title>
              <Typography.Paragraph type="secondary" style={{ margin: '8px 0 28px' }}>
                Add your company details
              </Typography.Paragraph>
              <FormError message={create.error?.message} />
              <Form
                label="Company Details"
                schema={onboardingRules}
                initialValues={emptyCompany}
                onSubmit={saveCompany}
              >
                <CompanyFields registrationNumber />
                <SubmitButton>Continue</SubmitButton>
              </Form>
            </>
          )}
          {/* Kept while processing, so that a refused invitation finds its list again. */}
          <div hidden={step !== inviteStep}>
            {step !== companyStep && (
              <InviteStep done={invite.isPending || invite.isSuccess} onSkip={skipForNow} onInvite={sendInvitations} />
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
    <Flex vertical align="center" role="status" style={{ padding: '18vh 0', textAlign: 'center' }}>
      <Spin size="large" />
      <Typography.Title level={1} style={{ fontSize: 22, margin: '28px 0 8px' }}>
        Processing your invitation
      </Typography.Title>
      <Typography.Text type="secondary">
        Please wait while we set up collaboration with your partners...
      </Typography.Text>
    </Flex>
  );
}
