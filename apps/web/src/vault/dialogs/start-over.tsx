import { useMutation } from '@tanstack/react-query';
import { object, string } from '@tradepost/contracts/fields';
import { Alert, Button, Flex } from 'antd';
import { useState } from 'react';
import { TextField } from '../../ui/field';
import { Form, FormError, SubmitButton } from '../../ui/form';
import { isPasswordHeld, startOver } from '../own-keys';
import { explain } from '../words';
import { OwnPassword, passwordForm } from './own-password';

const phrase = 'new keys';
const phraseForm = object({
  phrase: string()
    .required(`Please type: ${phrase}`)
    .test('same', `Please type: ${phrase}`, (typed) => typed?.trim().toLowerCase() === phrase),
});

/** Neither password nor recovery key opens the old keys: says what is lost, and makes new ones. */
export function StartOver({ onBack }: { onBack: () => void }) {
  const [asksForPassword] = useState(() => !isPasswordHeld());
  const start = useMutation({ mutationFn: startOver });
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title="This cannot be undone"
        description="Nobody can open the old keys without the recovery key: not we, and not your administrator."
        style={{ margin: '8px 0 16px' }}
      />
      <ul style={{ paddingInlineStart: 20, margin: '0 0 20px', display: 'grid', gap: 6 }}>
        <li>
          End-to-end encrypted files you uploaded before cannot be read or delivered any more. Upload them again from
          your own copies.
        </li>
        <li>
          Files that were delivered to you and that you have not downloaded can be asked for again: one click in the
          transfer.
        </li>
        <li>Your partners see that your key has changed, and confirm the new one before they deliver to you.</li>
      </ul>
      <Form
        label="Start over with new keys"
        schema={asksForPassword ? phraseForm.concat(passwordForm) : phraseForm}
        initialValues={{ phrase: '', password: '' }}
        onSubmit={({ password }) => start.mutateAsync(password)}
      >
        <FormError message={start.error && explain(start.error)} />
        <TextField name="phrase" label={`Type “${phrase}” to confirm`} autoComplete="off" autoFocus />
        {asksForPassword && <OwnPassword />}
        <SubmitButton danger>Make new keys</SubmitButton>
      </Form>
      <Flex justify="center" style={{ marginTop: 8 }}>
        <Button type="link" onClick={onBack}>
          Back to the recovery key
        </Button>
      </Flex>
    </>
  );
}
