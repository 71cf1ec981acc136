import { MailOutlined } from '@ant-design/icons';
import { Typography } from 'antd';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { clearResponse, useAuth } from '../../session/auth.store';
import { AuthHeading } from '../../ui/layout/auth-heading';
import { CodeEntry } from '../../ui/form/code-entry';
import { maskEmail } from '../../ui/feedback/format';
import { RoundIcon } from '../../ui/layout/round-icon';
import { useToast } from '../../ui/notice/use-toast';
import { useRequestReset, useVerifyReset } from './api';
import { BackToLogin } from './back-to-login';
import { Rich } from '../../i18n/rich';
import { t } from '../../i18n/t';

export default function ResetCodePage() {
  // Read once: going back to the login clears it.
  const [email] = useState(() => useAuth.getState().emailPasswordReset);
  const verify = useVerifyReset();
  const request = useRequestReset();
  const toast = useToast();
  const navigate = useNavigate();
  if (!email) return <Navigate to="/password-reset" replace />;

  const refuse = ({ message }: Error) => {
    toast.destructive({ title: t('Error'), description: message, onEnd: clearResponse });
  };
  const proceed = () => {
    toast.clear();
    void navigate('/reset-password');
  };
  const resend = () =>
    request.mutate(email, {
      onSuccess: ({ message }) => toast.success({ title: t('Success'), description: message, onEnd: clearResponse }),
      onError: refuse,
    });

  return (
    <>
      <RoundIcon icon={<MailOutlined aria-hidden />} />
      <AuthHeading title={t('Check your Email')}>
        <Rich
          text={'Enter the 5-digit code sent to your email<0/><1>{email}</1>'}
          values={{ email: maskEmail(email) }}
          parts={[<br />, <Typography.Text strong />]}
        />
      </AuthHeading>
      <CodeEntry
        length={5}
        verifying={verify.isPending}
        error={verify.error}
        onEdit={verify.reset}
        onVerify={(otp) => verify.mutate({ email, otp }, { onSuccess: proceed, onError: refuse })}
        onResend={resend}
      />
      <BackToLogin />
    </>
  );
}
