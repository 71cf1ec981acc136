import { identity, type SignedIn, type User } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { Button, Modal, Typography } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { failedWith } from '../../api/failed-with';
import { send } from '../../api/send';
import { useMutation } from '../../api/use-mutation';
import { signIn, useAuth } from '../../session/auth.store';
import { TextField } from '../../ui/form/field';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { rememberPasswordKeys } from '../../vault/password-keys';
import { keysOfPassword, movedKeys } from '../../vault/password/password';
import { errorMessage } from '../../vault/texts';
import { Rich } from '../../i18n/rich';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

interface SignInAgainProps {
  /** When the session ends (ms). */
  end: number;
  onLater: () => void;
}

/** The new session acts for the company of the former one, where another was chosen than a sign-in begins with. */
const forCompany = async (signedIn: SignedIn, former: User | null): Promise<SignedIn> =>
  !former || former.companyId === signedIn.user.companyId
    ? signedIn
    : send(routes.switchCompany, { companyId: former.companyId }, { token: signedIn.token });

/** Asks for the password before the session ends. */
export function SignInAgainDialog({ end, onLater }: SignInAgainProps) {
  return (
    <Modal
      title={t('Your session is about to end')}
      open
      onCancel={onLater}
      mask={{ closable: false }}
      footer={null}
      destroyOnHidden
      width={440}
    >
      <SignInAgain end={end} onLater={onLater} />
    </Modal>
  );
}

function SignInAgain({ end, onLater }: SignInAgainProps) {
  const user = useAuth((state) => state.user);
  const login = useMutation({
    mutationFn: async ({ email, password, code }: { email: string; password: string; code: string }) => {
      const keys = await keysOfPassword(email, password);
      const signedIn = await send(user?.userType === 'receiver' ? routes.loginReceiver : routes.login, {
        email,
        password: await keys.prove(),
        ...(code && { code }),
      });
      return { signedIn: await forCompany(signedIn, user), keys: await movedKeys(keys, password, signedIn) };
    },
    onSuccess: ({ signedIn, keys }) => {
      rememberPasswordKeys(keys);
      signIn(signedIn);
    },
  });
  const [twoStep, setTwoStep] = useState(false);
  const submit = ({ email, password, code }: { email: string; password: string; code: string }) =>
    login.mutateAsync({ email, password, code }).catch((error: unknown) => {
      if (!failedWith(error, 'TOTP_REQUIRED')) throw error;
      setTwoStep(true);
    });
  const asksForCode = failedWith(login.error, 'TOTP_REQUIRED');
  return (
    <>
      <Typography.Paragraph>
        <Rich
          text={'You will be signed out at <0>{end}</0>. Sign in again to carry on where you left off.'}
          values={{ end: dayjs(end).format('HH:mm') }}
          parts={[<strong />]}
        />
      </Typography.Paragraph>
      <Form
        label={t('Sign in again')}
        schema={identity.login.input}
        initialValues={{ email: user?.email ?? '', password: '', code: '', portal: 'sender' }}
        onSubmit={submit}
      >
        {!asksForCode && <FormError message={login.error && errorMessage(login.error)} />}
        <TextField name="email" label={t('Email')} type="email" autoComplete="username" readOnly />
        <TextField name="password" label={t('Password')} type="password" autoComplete="current-password" autoFocus />
        {twoStep && (
          <TextField
            name="code"
            label={t('Code')}
            hint={t('From your authenticator app, or a recovery code')}
            autoComplete="one-time-code"
            autoFocus
            className="numbers"
          />
        )}
        <SubmitButton>{t('Sign in again')}</SubmitButton>
      </Form>
      <Button type="text" block onClick={onLater} className={layout.marginTop8}>
        {t('Later')}
      </Button>
    </>
  );
}
