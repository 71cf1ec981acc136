import { resetEmailForm } from '@tradepost/contracts/identity';
import { Typography } from 'antd';
import { Link, useNavigate } from 'react-router-dom';
import { clearResponse } from '../../session/auth.store';
import { AuthHeading } from '../../ui/layout/auth-heading';
import { FormDraft } from '../../ui/draft/form-draft';
import { TextField } from '../../ui/form/field';
import { Form, SubmitButton } from '../../ui/form/form';
import { useToast } from '../../ui/notice/use-toast';
import { useRequestReset } from './api';
import { t } from '../../i18n/t';
import styles from './password-reset.module.css';

export default function PasswordResetPage() {
  const request = useRequestReset();
  const toast = useToast();
  const navigate = useNavigate();

  const start = ({ email }: { email: string }) =>
    request.mutateAsync(email.trim(), {
      onSuccess: ({ message }) => {
        toast.success({ title: t('Success'), description: message, onEnd: clearResponse });
        void navigate('/otp-password-verification');
      },
      onError: ({ message }) =>
        toast.destructive({ title: t('Error Response'), description: message, onEnd: clearResponse }),
    });

  return (
    <>
      <AuthHeading title={t('Reset Password')}>
        {t('Enter your email, and we will send you a code to reset your password.')}
      </AuthHeading>
      <Form label={t('Reset Password')} schema={resetEmailForm} initialValues={{ email: '' }} onSubmit={start}>
        <TextField
          name="email"
          label={t('Email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          placeholder={t('you@company.com')}
        />
        <FormDraft name="password-reset" fields={['email']} />
        <SubmitButton>{t('Send Verification Code')}</SubmitButton>
      </Form>
      <Typography.Paragraph className={styles.back}>
        <Typography.Text type="secondary">{t('Remember your password?')}</Typography.Text>{' '}
        <Link to="/login">{t('Sign in')}</Link>
      </Typography.Paragraph>
    </>
  );
}
