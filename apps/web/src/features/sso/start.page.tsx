import { ssoEmailForm } from '@tradepost/contracts/identity';
import { Typography } from 'antd';
import { Link } from 'react-router-dom';
import { AuthHeading } from '../../ui/layout/auth-heading';
import { TextField } from '../../ui/form/field';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { useStartSso } from './api';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

/** Asks for the address: its domain says which sign-in service comes next. */
export default function SsoStartPage() {
  const start = useStartSso();
  return (
    <>
      <AuthHeading title={t('Sign in with your company')}>
        {t('Enter your work address. You continue at the sign-in service of your company.')}
      </AuthHeading>
      <Form
        label={t('Sign in with your company')}
        schema={ssoEmailForm}
        initialValues={{ email: '' }}
        onSubmit={({ email }) => start.mutateAsync(email.trim())}
      >
        <FormError message={start.error?.message} />
        <TextField
          name="email"
          label={t('Email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          placeholder={t('you@company.com')}
        />
        <SubmitButton loading={start.isPending}>{t('Continue')}</SubmitButton>
      </Form>
      <Typography.Paragraph className={`${layout.centered} ${layout.marginTop20}`}>
        <Link to="/login">{t('Sign in with your password')}</Link>
      </Typography.Paragraph>
    </>
  );
}
