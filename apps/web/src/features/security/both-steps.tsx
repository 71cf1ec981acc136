import { useQuery } from '@tanstack/react-query';
import { identity } from '@tradepost/contracts/identity';
import { Button } from 'antd';
import { useState } from 'react';
import { passkeysQuery } from '../../passkey/queries';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { OwnPassword } from '../../vault/dialogs/own-password';
import { errorMessage } from '../../vault/texts';
import type { SecondStep } from './api';
import { OwnCode } from './own-code';
import { t } from '../../i18n/t';

interface BothStepsProps {
  label: string;
  /** What happens to the present second step. */
  hint: string;
  submit: string;
  error: Error | null;
  onSubmit: (proof: { password: string; step: SecondStep }) => Promise<unknown>;
}

/** Asks for the password and a code or, of people who have lost their app and recovery codes, a passkey. */
export function BothSteps({ label, hint, submit, error, onSubmit }: BothStepsProps) {
  const { data: passkeys = [] } = useQuery(passkeysQuery);
  const [byPasskey, setByPasskey] = useState(false);
  const fields = (
    <>
      <FormError message={error && errorMessage(error)} />
      <OwnPassword hint={hint} />
    </>
  );
  if (byPasskey)
    return (
      <Form
        key="passkey"
        label={label}
        schema={identity.requestDeletion.input}
        initialValues={{ password: '' }}
        onSubmit={({ password }) => onSubmit({ password, step: 'passkey' })}
      >
        {fields}
        <SubmitButton>{t('Continue with a passkey')}</SubmitButton>
        <Button type="link" block onClick={() => setByPasskey(false)}>
          {t('Use a code instead')}
        </Button>
      </Form>
    );
  return (
    <Form
      key="code"
      label={label}
      schema={identity.endTotp.input}
      initialValues={{ password: '', code: '' }}
      onSubmit={({ password, code }) => onSubmit({ password, step: { code } })}
    >
      {fields}
      <OwnCode />
      <SubmitButton>{submit}</SubmitButton>
      {passkeys.length > 0 && (
        <Button type="link" block onClick={() => setByPasskey(true)}>
          {t('Use a passkey instead')}
        </Button>
      )}
    </Form>
  );
}
