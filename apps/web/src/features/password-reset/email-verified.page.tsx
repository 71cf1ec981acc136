import { CheckOutlined } from '@ant-design/icons';
import { Button, Flex, Typography } from 'antd';
import { useNavigate } from 'react-router-dom';
import { useAuth } from '../../session/auth.store';
import { AuthHeading } from '../../ui/layout/auth-heading';
import { ResendButton } from '../../ui/feedback/resend-button';
import { RoundIcon } from '../../ui/layout/round-icon';
import { useToast } from '../../ui/notice/use-toast';
import { leaveReset, useRequestReset } from './api';
import { BackToLogin } from './back-to-login';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

/** The end of a password reset. */
export default function EmailVerifiedPage() {
  const email = useAuth((state) => state.emailPasswordReset);
  const request = useRequestReset();
  const toast = useToast();
  const navigate = useNavigate();

  const continueToLogin = () => {
    leaveReset();
    void navigate('/login');
  };
  const resend = () =>
    email
      ? request.mutate(email, {
          onSuccess: () => void navigate('/otp-password-verification'),
          onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
        })
      : void navigate('/password-reset');

  return (
    <>
      <RoundIcon icon={<CheckOutlined aria-hidden />} />
      <AuthHeading title={t('Email verified')}>
        {t('Your password has been successfully reset. Continue to log in with it.')}
      </AuthHeading>
      <Button type="primary" size="large" block onClick={continueToLogin}>
        {t('Continue')}
      </Button>
      <Flex justify="center" align="center" gap={4} className={layout.marginTop20}>
        <Typography.Text type="secondary">{t("Didn't work?")}</Typography.Text>
        <ResendButton onResend={resend} />
      </Flex>
      <BackToLogin />
    </>
  );
}
