import { CheckOutlined } from '@ant-design/icons';
import { Button, Flex, Typography } from 'antd';
import { useNavigate } from 'react-router-dom';
import { useAuth } from '../../session/auth.store';
import { AuthHeading } from '../../ui/auth-heading';
import { ResendButton } from '../../ui/resend-button';
import { RoundIcon } from '../../ui/round-icon';
import { useToast } from '../../ui/use-toast';
import { leaveReset, useRequestReset } from './api';
import { BackToLogin } from './back-to-login';

/** The end of a password reset. */
export default function EmailVerifiedPage() {
  const email = useAuth((state) => state.emailPasswordReset);
  const request = useRequestReset();
  const toast = useToast();
  const navigate = useNavigate();

  const goOn = () => {
    leaveReset();
    void navigate('/login');
  };
  const resend = () =>
    email
      ? request.mutate(email, {
          onSuccess: () => void navigate('/otp-password-verification'),
          onError: ({ message }) => toast.destructive({ title: 'Error', description: message }),
        })
      : void navigate('/password-reset');

  return (
    <>
      <RoundIcon icon={<CheckOutlined />} />
      <AuthHeading title="Email verified">
        Your password has been successfully reset. Continue to log in with it.
      </AuthHeading>
      <Button type="primary" size="large" block onClick={goOn}>
        Continue
      </Button>
      <Flex justify="center" gap={4} style={{ marginTop: 20 }}>
        <Typography.Text type="secondary">Didn't work?</Typography.Text>
        <ResendButton onResend={resend} />
      </Flex>
      <BackToLogin />
    </>
  );
}
