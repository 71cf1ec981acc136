import { LockOutlined } from '@ant-design/icons';
import { newPasswordForm } from '@tradepost/contracts/identity';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { useAuth } from '../../session/auth.store';
import { resetTicket } from '../../session/tickets';
import { AuthHeading } from '../../ui/layout/auth-heading';
import { Form, SubmitButton } from '../../ui/form/form';
import { NewPasswordFields } from '../../ui/form/new-password-fields';
import { RoundIcon } from '../../ui/layout/round-icon';
import { useToast } from '../../ui/notice/use-toast';
import { errorMessage } from '../../vault/texts';
import { useResetPassword } from './api';
import { BackToLogin } from './back-to-login';
import { t } from '../../i18n/t';

export default function NewPasswordPage() {
  // Read once: setting the new password clears them.
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
        toast.success({ title: t('Success'), description: message });
        void navigate('/email-verified', { replace: true });
      },
      onError: (error) => toast.destructive({ title: t('Error'), description: errorMessage(error) }),
    });

  return (
    <>
      <RoundIcon icon={<LockOutlined aria-hidden />} />
      <AuthHeading title={t('Set new password')}>
        {t(
          'Every device that is signed in now will be signed out. You need your recovery key to open encrypted files after this, so have it ready.',
        )}
      </AuthHeading>
      <Form
        label={t('Set new password')}
        live
        schema={newPasswordForm}
        initialValues={{ password: '', confirmPassword: '' }}
        onSubmit={save}
      >
        <NewPasswordFields />
        <SubmitButton>{t('Reset password')}</SubmitButton>
      </Form>
      <BackToLogin />
    </>
  );
}
