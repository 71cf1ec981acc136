import { object, string } from '@tradepost/contracts/values/fields';
import { SealingError } from '@tradepost/sealing/errors';
import { Button, Flex, Input, Typography } from 'antd';
import { useState } from 'react';
import { useMutation } from '../../api/use-mutation';
import { Field } from '../../ui/form/field';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { useToast } from '../../ui/notice/use-toast';
import { closeDialog } from '../session/pending-unlocks';
import { isPasswordKnown, recover } from '../own-keys';
import { useVaultStore } from '../vault.store';
import { errorMessage } from '../texts';
import { OwnPassword, passwordForm } from './own-password';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './recover.module.css';
import kitStyles from './kit.module.css';

const codeForm = object({ code: string().trim().required(t('Please enter your recovery key')) });

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
        schema={asksForPassword ? codeForm.concat(passwordForm) : codeForm}
        initialValues={{ code: '', password: '' }}
        onSubmit={submit}
      >
        <FormError message={open.error && messageOf(open.error)} />
        <Field name="code" label={t('Recovery key')} hint={t('Capitals, spaces and dashes do not matter.')}>
          {(control, value, change) => (
            <Input.TextArea
              {...control}
              autoFocus
              name="code"
              autoSize={{ minRows: 2, maxRows: 4 }}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              placeholder={t('XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-X')}
              value={value}
              className={kitStyles.keyText}
              onChange={({ target }) => change(target.value.replace(/\n/g, ' '))}
            />
          )}
        </Field>
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
