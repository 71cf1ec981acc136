import { KeyOutlined } from '@ant-design/icons';
import { Button, Flex } from 'antd';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useAuth } from '../../session/auth.store';
import { AuthHeading } from '../../ui/layout/auth-heading';
import { FormDraft } from '../../ui/draft/form-draft';
import { TextField } from '../../ui/form/field';
import { Form, SubmitButton } from '../../ui/form/form';
import { useToast } from '../../ui/notice/use-toast';
import { supportsPasskeys } from '../../passkey/supports-passkeys';
import {
  CodeNeeded,
  isUnverified,
  passwords,
  useLogin,
  usePasskeyLogin,
  type Credentials,
  type FirstStep,
  type Portal,
  type SecondStep,
} from './api';
import { ForReceivers, isLinkForReceivers } from './for-receivers';
import { TwoStep } from './two-step';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './parts.module.css';

const texts = {
  sender: {
    tagline: [t('Trade and monetise your company’s data.'), t('Sign in to share it with the partners you choose.')],
    signup: '/signup',
    other: { question: t('Were you invited by a partner?'), action: t('Receiver sign in'), to: '/receiver/login' },
  },
  receiver: {
    tagline: [
      t('Your partners’ data, delivered to your company.'),
      t('Sign in to browse it and request the files you need.'),
    ],
    signup: '/receiver/signup',
    other: { question: t('Do you share data yourself?'), action: t('Sender sign in'), to: '/login' },
  },
} as const;

/** With the first focus also loads what the submission needs. */
async function schema() {
  const [{ identity }] = await Promise.all([import('@tradepost/contracts/identity'), passwords()]);
  return identity.login.input;
}

export function LoginForm({ portal }: { portal: Portal }) {
  const login = useLogin(portal);
  const byPasskey = usePasskeyLogin(portal);
  // Of the first step, for the second one; in memory only.
  const [first, setFirst] = useState<FirstStep | null>(null);
  const toast = useToast();
  const navigate = useNavigate();
  const error = useAuth((state) => state.error);
  const { tagline, signup, other } = texts[portal];
  const forReceivers = portal === 'sender' && isLinkForReceivers();

  useEffect(() => {
    if (!error) return;
    toast.destructive({ title: t('Error'), description: error });
    useAuth.setState({ error: null });
  }, [error, toast]);

  const submit = async (given: Credentials | SecondStep) => {
    try {
      const { signedIn } = await login.mutateAsync(given);
      if (signedIn.enrol) void navigate('/two-step-setup');
    } catch (error) {
      if (error instanceof CodeNeeded) return setFirst({ keys: error.keys, password: error.password });
      if (error instanceof Error && isUnverified(error, 'keys' in given ? given.keys.email : given.email))
        return navigate('/check-email', { state: { unverified: true } });
      throw error;
    }
  };

  if (first) return <TwoStep onSecond={(second) => submit({ ...first, ...second })} onBack={() => setFirst(null)} />;

  return (
    <>
      <AuthHeading title={t('Welcome back')}>
        {tagline[0]}
        <br />
        {tagline[1]}
      </AuthHeading>
      {forReceivers && <ForReceivers />}
      <Form
        label={t('Sign in')}
        schema={schema}
        initialValues={{ email: '', password: '', portal }}
        onSubmit={({ email, password }) => submit({ email: email.trim(), password })}
      >
        <TextField
          name="email"
          label={t('Email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          placeholder={t('you@company.com')}
        />
        <TextField name="password" label={t('Password')} type="password" autoComplete="current-password" />
        <Flex justify="flex-end" className={styles.options}>
          <Link to="/password-reset" className={styles.forgot}>
            {t('Forgot password?')}
          </Link>
        </Flex>
        <FormDraft name={`login-${portal}`} fields={['email']} />
        <SubmitButton>{t('Sign in')}</SubmitButton>
      </Form>
      {supportsPasskeys() && (
        <Button
          block
          size="large"
          icon={<KeyOutlined aria-hidden />}
          loading={byPasskey.isPending}
          className={layout.marginTop12}
          onClick={() =>
            byPasskey.mutate(undefined, { onSuccess: ({ enrol }) => enrol && void navigate('/two-step-setup') })
          }
        >
          {t('Sign in with a passkey')}
        </Button>
      )}
      <p className={styles.other}>
        <Link to="/sso">{t('Sign in with your company')}</Link>
      </p>
      <p className={styles.other}>
        <span className={layout.secondary}>{t("Don't have an account?")}</span> <Link to={signup}>{t('Sign up')}</Link>
      </p>
      {!forReceivers && (
        <>
          <hr className={styles.divider} />
          <p className={`${layout.centered} ${layout.noMargin}`}>
            <span className={layout.secondary}>{other.question}</span> <Link to={other.to}>{other.action}</Link>
          </p>
        </>
      )}
    </>
  );
}
