import { resetEmailForm } from '@tradepost/contracts/identity';
import { Typography } from 'antd';
import { Link, useNavigate } from 'react-router-dom';
import { AuthHeading } from '../../ui/auth-heading';
import { TextField } from '../../ui/field';
import { Form, SubmitButton } from '../../ui/form';
import { useToast } from '../../ui/use-toast';
import { useRequestReset } from './api';

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
        Tell us your email, and we will send you a code to set a new password with.
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
      <Typography.Paragraph style={{ textAlign: 'center', margin: '24px 0 0' }}>
        <Typography.Text type="secondary">Remember your password?</Typography.Text> <Link to="/login">Sign in</Link>
      </Typography.Paragraph>
    </>
  );
}
