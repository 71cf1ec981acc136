import type { StoredPersonKey } from '@tradepost/contracts/encryption/sealed';
import type { PersonUnlock } from '@tradepost/sealing/keys/person-key';
import { Button, Flex } from 'antd';
import { useMutation } from '../../api/use-mutation';
import { supportsPasskeys } from '../../passkey/supports-passkeys';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import layout from '../../ui/layout/layout.module.css';
import { t } from '../../i18n/t';
import { RecoveryKeyField, recoveryKeyForm } from '../dialogs/recovery-key-field';
import { problemOf } from '../texts';
import { showNewKey, unlockByCode, unlockByPasskey } from './sso-key';
import { ssoMessage } from './texts';

interface OpenOwnKeyProps {
  label: string;
  stored: StoredPersonKey;
  disabled?: boolean;
  open: (unlock: PersonUnlock) => Promise<unknown>;
}

/** Opens the key of a person without a password by a passkey or by the recovery key. */
export function OpenOwnKey({ label, stored, disabled = false, open }: OpenOwnKeyProps) {
  const byCode = useMutation({ mutationFn: async (code: string) => open(await unlockByCode(code)) });
  const byPasskey = useMutation({ mutationFn: async () => open(await unlockByPasskey(stored)) });
  const hasPasskeys = supportsPasskeys() && (stored.passkeys?.length ?? 0) > 0;
  const error = byPasskey.error ?? byCode.error;
  return (
    <Flex vertical gap={16}>
      {hasPasskeys && (
        <Button
          type="primary"
          size="large"
          block
          disabled={disabled}
          loading={byPasskey.isPending}
          onClick={() => byPasskey.mutate()}
        >
          {t('Open with a passkey')}
        </Button>
      )}
      <Form
        label={label}
        schema={recoveryKeyForm}
        initialValues={{ code: '' }}
        onSubmit={({ code }) => {
          byPasskey.reset();
          return byCode.mutateAsync(code);
        }}
      >
        <FormError message={error && ssoMessage(error)} />
        <RecoveryKeyField autoFocus={!hasPasskeys} />
        <SubmitButton disabled={disabled} type={hasPasskeys ? 'default' : 'primary'}>
          {label}
        </SubmitButton>
        {problemOf(error) === 'VAULT_LOCKED' && (
          <Button type="link" danger block onClick={showNewKey} className={layout.marginTop8}>
            {t('Create another key')}
          </Button>
        )}
      </Form>
    </Flex>
  );
}
