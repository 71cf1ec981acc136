import { ArrowLeftOutlined, MailOutlined } from '@ant-design/icons';
import { Button, Flex, Typography } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { failedWith } from '../../api/failed-with';
import { useAuth } from '../../session/auth.store';
import { AuthHeading } from '../../ui/layout/auth-heading';
import { CodeEntry, incompleteCode } from '../../ui/form/code-entry';
import { maskEmail } from '../../ui/feedback/format';
import { RoundIcon } from '../../ui/layout/round-icon';
import { useToast } from '../../ui/notice/use-toast';
import { useResendCode, useVerifySignup } from './api';
import { Rich } from '../../i18n/rich';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

/** The signup code has five digits. The link in the email contains address and code and verifies at once. */
const codeLength = 5;

export default function CheckEmailPage() {
  const location = useLocation();
  const params = new URLSearchParams(location.hash.slice(1));
  const linked = { email: params.get('email'), code: params.get('code') ?? '', attempt: params.get('attempt') };
  const stored = useAuth((state) => state.email);
  const email = linked.email ?? stored;
  // Redirected from the login: the earlier code has expired.
  const unverified = (location.state as { unverified?: boolean } | null)?.unverified === true;
  const [entering, setEntering] = useState(linked.code !== '');
  const verify = useVerifySignup();
  const again = useResendCode();
  const toast = useToast();
  const navigate = useNavigate();

  const check = (otp: string) => {
    if (!email)
      return toast.destructive({ title: t('Otp Verification'), description: t('Please signup first to verify') });
    if (otp.length < codeLength) {
      return toast.destructive(incompleteCode);
    }
    verify.mutate(
      { email, otp, ...(linked.attempt && { attempt: linked.attempt }) },
      {
        onSuccess: ({ passwordNeeded }) => {
          toast.clear();
          void navigate(passwordNeeded ? '/reset-password' : '/signup-details');
        },
        onError: (error) =>
          failedWith(error, 'OTP_INVALID')
            ? toast.destructive({ title: t('Incorrect OTP'), description: t('Please try again.') })
            : toast.destructive({
                title: t('Verification Error'),
                description: error.message || t('Please try again.'),
              }),
      },
    );
  };

  const opened = useRef(false);
  useEffect(() => {
    if (opened.current || linked.code === '') return;
    opened.current = true;
    check(linked.code);
  });

  const resend = () => {
    if (!email)
      return toast.destructive({ title: t('Otp Verification'), description: t('Please signup first to verify') });
    again.mutate(email, {
      onSuccess: ({ message }) => {
        toast.success({ title: t('Success'), description: message });
        setEntering(true);
      },
      onError: ({ message }) => toast.destructive({ title: t('Failed To generate the otp'), description: message }),
    });
  };

  return (
    <>
      <RoundIcon icon={<MailOutlined aria-hidden />} />
      <AuthHeading title={t('Check your email')}>
        <Rich
          text={
            entering
              ? 'Enter the 5-digit code sent to <0>{address}</0>'
              : unverified
                ? 'Please verify your email first. We can send a new code to <0>{address}</0>'
                : 'We sent a verification link to <0>{address}</0>'
          }
          values={{ address: email ? (entering ? maskEmail(email) : email) : t('your email') }}
          parts={[<Typography.Text strong />]}
        />
      </AuthHeading>
      {entering ? (
        <CodeEntry
          length={codeLength}
          initial={linked.code}
          verifying={verify.isPending}
          error={verify.error}
          onEdit={verify.reset}
          onVerify={check}
          onResend={resend}
        />
      ) : (
        <Flex vertical gap={12}>
          {unverified && (
            <Button type="primary" size="large" block loading={again.isPending} onClick={resend}>
              {t('Send a new code')}
            </Button>
          )}
          <Button type={unverified ? 'default' : 'primary'} size="large" block onClick={() => setEntering(true)}>
            {t('Enter code manually')}
          </Button>
        </Flex>
      )}
      <Flex justify="center" className={layout.marginTop24}>
        <Link to="/login" className={layout.ownLink}>
          <ArrowLeftOutlined /> {t('Back to log in')}
        </Link>
      </Flex>
    </>
  );
}
