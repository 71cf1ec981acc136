import { SealingError } from '@tradepost/sealing/errors';
import { Button, Flex, Typography } from 'antd';
import { useState } from 'react';
import { useMutation } from '../../api/use-mutation';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { useToast } from '../../ui/notice/use-toast';
import { closeDialog } from '../session/pending-unlocks';
import { isPasswordKnown, recover } from '../own-keys';
import { useVaultStore } from '../vault.store';
import { errorMessage } from '../texts';
import { OwnPassword, passwordForm } from './own-password';
import { RecoveryKeyField, recoveryKeyForm } from './recovery-key-field';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './recover.module.css';

const messageOf = (error: Error) =>
  error instanceof SealingError && error.problem === 'VAULT_LOCKED'
    ? t('This recovery key does not belong to your current keys. Only your newest recovery key works.')
    : errorMessage(error);

/** After a password reset: the recovery key opens the vault, which is then wrapped with the new password. */
export function Recover({ onLost }: { onLost: () => void }) {
  const [asksForPassword] = useState(() => !isPasswordKnown());
  const needsRecovery = useVaultStore((state) => state.needsRecovery);
  const toast = useToast();
  const open = useMutation({
    mutationFn: ({ code, password }: { code: string; password: string }) => recover(code, password),
  });
  const submit = (given: { code: string; password: string }) =>
    open.mutateAsync(given).then(() =>
      toast.success({
        title: t('Unlocked'),
        description: t('Your password opens your encrypted files from now on.'),
      }),
    );
  return (
    <>
      <Typography.Paragraph type="secondary">
        {needsRecovery
          ? t('You reset your password. Enter your recovery key to open encrypted files.')
          : t('Your recovery key opens your encryption keys. After that, your current password opens them too.')}
      </Typography.Paragraph>
      <Form
        label={t('Recovery key')}
        schema={asksForPassword ? recoveryKeyForm.concat(passwordForm) : recoveryKeyForm}
        initialValues={{ code: '', password: '' }}
        onSubmit={submit}
      >
        <FormError message={open.error && messageOf(open.error)} />
        <RecoveryKeyField autoFocus />
        {asksForPassword && <OwnPassword />}
        <SubmitButton>{t('Unlock')}</SubmitButton>
      </Form>
      <Flex justify="space-between" wrap gap={8} className={layout.marginTop12}>
        <Button type="link" onClick={onLost} className={layout.noPaddingInline}>
          {t('I can’t find it')}
        </Button>
        <Button type="text" onClick={closeDialog} className={styles.alignEnd}>
          {t('Later')}
        </Button>
      </Flex>
    </>
  );
}
