import { identity } from '@tradepost/contracts/identity';
import { Divider, Typography } from 'antd';
import { useEffect } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useAuth } from '../../session/auth.store';
import { AuthHeading } from '../../ui/layout/auth-heading';
import { FormDraft } from '../../ui/draft/form-draft';
import { TextField } from '../../ui/form/field';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { TwoColumns } from '../../ui/layout/two-columns';
import { useSignup, type Portal } from './api';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './parts.module.css';

const texts = {
  sender: {
    tagline: t('Open your company’s account to trade and monetise its data.'),
    login: '/login',
    other: { question: t('Were you invited by a partner?'), action: t('Receiver sign up'), to: '/receiver/signup' },
  },
  receiver: {
    tagline: t('Join the partner who invited you. Use the email address that got the invitation.'),
    login: '/receiver/login',
    other: { question: t('Do you want to share data yourself?'), action: t('Sender sign up'), to: '/signup' },
  },
} as const;

export function SignupForm({ portal }: { portal: Portal }) {
  const signup = useSignup(portal);
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { error, otpverified } = useAuth();
  const { tagline, login, other } = texts[portal];

  useEffect(() => {
    if (otpverified) void navigate('/check-email');
  }, [otpverified, navigate]);
  useEffect(
    () => () => {
      useAuth.setState({ error: null, otpverified: false });
    },
    [],
  );

  return (
    <>
      <AuthHeading title={t('Sign up')}>{tagline}</AuthHeading>
      <FormError message={error} />
      <Form
        label={t('Sign up')}
        schema={identity.signup.input}
        initialValues={{
          firstName: '',
          lastName: '',
          email: params.get('email') ?? '',
          password: '',
          userType: portal,
        }}
        lockWhileSending
        onSubmit={({ userType: _, ...person }) => signup.mutateAsync(person)}
      >
        <TwoColumns>
          <TextField name="firstName" label={t('First Name')} autoComplete="given-name" />
          <TextField name="lastName" label={t('Last Name')} autoComplete="family-name" />
        </TwoColumns>
        <TextField
          name="email"
          label={t('Email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          placeholder={t('you@company.com')}
        />
        <TextField
          name="password"
          label={t('Password')}
          type="password"
          autoComplete="new-password"
          hint={t('At least 8 characters')}
        />
        <FormDraft name={`signup-${portal}`} fields={['firstName', 'lastName', 'email']} />
        <SubmitButton>{signup.isPending ? t('Loading...') : t('Get Started')}</SubmitButton>
      </Form>
      <Typography.Paragraph className={styles.other}>
        <Typography.Text type="secondary">{t('Already have an account?')}</Typography.Text>{' '}
        <Link to={login}>{t('Sign In')}</Link>
      </Typography.Paragraph>
      <Divider className={styles.divider} />
      <Typography.Paragraph className={`${layout.centered} ${layout.noMargin}`}>
        <Typography.Text type="secondary">{other.question}</Typography.Text> <Link to={other.to}>{other.action}</Link>
      </Typography.Paragraph>
    </>
  );
}
