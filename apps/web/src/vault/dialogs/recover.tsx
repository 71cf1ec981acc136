import { useMutation } from '@tanstack/react-query';
import { object, string } from '@tradepost/contracts/fields';
import { SealingError } from '@tradepost/sealing/errors';
import { Button, Flex, Input, Typography } from 'antd';
import { useState } from 'react';
import { Field } from '../../ui/field';
import { Form, FormError, SubmitButton } from '../../ui/form';
import { useToast } from '../../ui/use-toast';
import { closeDialog } from '../keeper';
import { isPasswordHeld, recover } from '../own-keys';
import { useVaultStore } from '../vault.store';
import { explain } from '../words';
import { OwnPassword, passwordForm } from './own-password';

const codeForm = object({ code: string().trim().required('Please enter your recovery key') });

const wordsFor = (error: Error) =>
  error instanceof SealingError && error.problem === 'VAULT_LOCKED'
    ? 'This is not the recovery key of your present keys. A newer kit takes the place of an older one.'
    : explain(error);

/** After a reset by email: the recovery key opens the vault and puts it under the new password. */
export function Recover({ onLost }: { onLost: () => void }) {
  const [asksForPassword] = useState(() => !isPasswordHeld());
  const needsRecovery = useVaultStore((state) => state.needsRecovery);
  const toast = useToast();
  const open = useMutation({
    mutationFn: ({ code, password }: { code: string; password: string }) => recover(code, password),
  });
  const submit = (given: { code: string; password: string }) =>
    open
      .mutateAsync(given)
      .then(() =>
        toast.success({ title: 'Unlocked', description: 'Your password opens your encrypted files from now on.' }),
      );
  return (
    <>
      <Typography.Paragraph type="secondary">
        {needsRecovery
          ? 'Your password was set anew by email, which opens your account but not your encryption keys. The recovery key you saved does.'
          : 'The recovery key you saved opens your encryption keys, and your present password does from then on.'}
      </Typography.Paragraph>
      <Form
        label="Recovery key"
        schema={asksForPassword ? codeForm.concat(passwordForm) : codeForm}
        initialValues={{ code: '', password: '' }}
        onSubmit={submit}
      >
        <FormError message={open.error && wordsFor(open.error)} />
        <Field name="code" label="Recovery key" hint="Capitals, spaces and dashes do not matter.">
          {(control, value, change) => (
            <Input.TextArea
              {...control}
              autoFocus
              name="code"
              autoSize={{ minRows: 2, maxRows: 4 }}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              placeholder="XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-X"
              value={value}
              className="key-text"
              onChange={({ target }) => change(target.value.replace(/\n/g, ' '))}
            />
          )}
        </Field>
        {asksForPassword && <OwnPassword />}
        <SubmitButton>Unlock</SubmitButton>
      </Form>
      <Flex justify="space-between" wrap gap={8} style={{ marginTop: 12 }}>
        <Button type="link" onClick={onLost} style={{ paddingInline: 0 }}>
          I do not have it
        </Button>
        <Button type="text" onClick={closeDialog} style={{ marginInlineEnd: -15 }}>
          Later
        </Button>
      </Flex>
    </>
  );
}
