import { ArrowLeftOutlined, SafetyOutlined } from '@ant-design/icons';
import { Button, Flex } from 'antd';
import { useState } from 'react';
import { AuthHeading } from '../../ui/layout/auth-heading';
import { TextField } from '../../ui/form/field';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { RoundIcon } from '../../ui/layout/round-icon';
import { failedWith } from '../../api/failed-with';
import { useMutation } from '../../api/use-mutation';
import { supportsPasskeys } from '../../passkey/supports-passkeys';
import { errorMessage } from '../../vault/texts';
import type { Second } from './api';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

const app = {
  label: t('Code'),
  missing: t('Please enter the code from your authenticator app'),
  other: t('Use a recovery code instead'),
};
const recovery = {
  label: t('Recovery code'),
  missing: t('Please enter a recovery code'),
  other: t('Use your authenticator app instead'),
};

interface TwoStepProps {
  onSecond: (second: Second) => Promise<unknown>;
  onBack: () => void;
}

/** The second step of sign-in: a code from the authenticator app, a recovery code or a passkey. */
export function TwoStep({ onSecond, onBack }: TwoStepProps) {
  const [byRecovery, setByRecovery] = useState(false);
  const texts = byRecovery ? recovery : app;
  const byPasskey = useMutation({
    mutationFn: async () => {
      const { passkeyOfSecondStep } = await import('../../passkey/passkey-sign-in');
      await onSecond({ passkey: await passkeyOfSecondStep() });
    },
  });
  return (
    <>
      <RoundIcon icon={<SafetyOutlined aria-hidden />} />
      <AuthHeading title={t('Two-step sign-in')}>
        {byRecovery
          ? t('Enter one of the recovery codes you saved. Each works once.')
          : t('Enter the 6-digit code your authenticator app shows.')}
      </AuthHeading>
      <Form
        key={texts.label}
        label={t('Two-step sign-in')}
        schema={async () => {
          const { object, string } = await import('@tradepost/contracts/values/fields');
          return object({ code: string().trim().required(texts.missing) });
        }}
        initialValues={{ code: '' }}
        onSubmit={async ({ code }, { setFieldError }) => {
          try {
            await onSecond({ code });
          } catch (refused) {
            if (!(refused instanceof Error)) throw refused;
            if (failedWith(refused, 'TOTP_INVALID')) setFieldError('code', refused.message);
            else throw refused;
          }
        }}
      >
        <FormError message={byPasskey.error && errorMessage(byPasskey.error)} />
        <TextField
          name="code"
          label={texts.label}
          autoFocus
          autoComplete="one-time-code"
          inputMode={byRecovery ? 'text' : 'numeric'}
          className="numbers"
        />
        <SubmitButton>{t('Sign in')}</SubmitButton>
      </Form>
      <Flex vertical align="center" gap={8} className={layout.marginTop20}>
        <Button type="link" onClick={() => setByRecovery(!byRecovery)}>
          {texts.other}
        </Button>
        {supportsPasskeys() && (
          <Button type="link" loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
            {t('Use a passkey instead')}
          </Button>
        )}
        <Button type="link" icon={<ArrowLeftOutlined aria-hidden />} onClick={onBack}>
          {t('Back')}
        </Button>
      </Flex>
    </>
  );
}
