import { LockOutlined } from '@ant-design/icons';
import { newPasswordForm } from '@tradepost/contracts/identity';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { useAuth } from '../../session/auth.store';
import { resetTicket } from '../../session/tickets';
import { AuthHeading } from '../../ui/auth-heading';
import { Form, SubmitButton } from '../../ui/form';
import { NewPasswordFields } from '../../ui/new-password-fields';
import { RoundIcon } from '../../ui/round-icon';
import { useToast } from '../../ui/use-toast';
import { explain } from '../../vault/words';
import { useResetPassword } from './api';
import { BackToLogin } from './back-to-login';

export default function NewPasswordPage() {
  // As they were on coming here: a new password uses them up.
  const [{ email, token }] = useState(() => ({
    email: useAuth.getState().emailPasswordReset,
    token: resetTicket.read(),
  }));
  return email && token ? <NewPassword email={email} token={token} /> : <Navigate to="/password-reset" replace />;
}

function NewPassword({ email, token }: { email: string; token: string }) {
  const reset = useResetPassword(email, token);
  const toast = useToast();
  const navigate = useNavigate();

  const save = ({ password }: { password: string }) =>
    reset.mutateAsync(password, {
      onSuccess: ({ message }) => {
        toast.success({ title: 'Success', description: message });
        void navigate('/email-verified', { replace: true });
      },
      onError: (error) => toast.destructive({ title: 'Error', description: explain(error) }),
    });

  return (
    <>
      <RoundIcon icon={<LockOutlined />} />
      <AuthHeading title="Set new password">
        Every device that is signed in now will be signed out. Encrypted files open with your recovery key first, so
        have it at hand.
      </AuthHeading>
      <Form
        label="Set new password"
        live
        schema={newPasswordForm}
        initialValues={{ password: '', confirmPassword: '' }}
        onSubmit={save}
      >
        <NewPasswordFields />
        <SubmitButton>Reset password</SubmitButton>
      </Form>
      <BackToLogin />
    </>
  );
}
