import { resetEmailForm } from '@tradepost/contracts/identity';
import { Typography } from 'antd';
import { Link, useNavigate } from 'react-router-dom';
import { AuthHeading } from '../../ui/layout/auth-heading';
import { TextField } from '../../ui/form/field';
import { Form, SubmitButton } from '../../ui/form/form';
import { useToast } from '../../ui/feedback/use-toast';
import { useRequestReset } from './api';
import styles from './password-reset.module.css';

export default function PasswordResetPage() {
  const request = useRequestReset();
  const toast = useToast();
  const navigate = useNavigate();

  const start = ({ email }: { email: string }) =>
    request.mutateAsync(email.trim(), {
      onSuccess: ({ message }) => {
        toast.success({ title: 'Success', description: message });
        void navigate('/otp-password-verification');
      },
      onError: ({ message }) => toast.destructive({ title: 'Error Response', description: message }),
    });

  return (
    <>
      <AuthHeading title="Reset Password">
        Enter your email, and we will send you a code to reset your password.
      </AuthHeading>
      <Form label="Reset Password" schema={resetEmailForm} initialValues={{ email: '' }} onSubmit={start}>
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          placeholder="you@company.com"
        />
        <SubmitButton>Send Verification Code</SubmitButton>
      </Form>
      <Typography.Paragraph className={styles.back}>
        <Typography.Text type="secondary">Remember your password?</Typography.Text> <Link to="/login">Sign in</Link>
      </Typography.Paragraph>
    </>
  );
}
