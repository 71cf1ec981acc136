import { useMutation } from '@tanstack/react-query';
import { object, string } from '@tradepost/contracts/values/fields';
import { Alert, Button, Flex } from 'antd';
import { useState } from 'react';
import { TextField } from '../../ui/form/field';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { isPasswordKnown, startOver } from '../own-keys';
import { errorMessage } from '../texts';
import { OwnPassword, passwordForm } from './own-password';
import layout from '../../ui/layout/layout.module.css';
import styles from './start-over.module.css';

const phrase = 'new keys';
const phraseForm = object({
  phrase: string()
    .required(`Please type: ${phrase}`)
    .test('same', `Please type: ${phrase}`, (typed) => typed?.trim().toLowerCase() === phrase),
});

/** Creates new keys when neither password nor recovery key opens the old ones, after stating what is lost. */
export function StartOver({ onBack }: { onBack: () => void }) {
  const [asksForPassword] = useState(() => !isPasswordKnown());
  const start = useMutation({ mutationFn: startOver });
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title="This cannot be undone"
        description="Nobody can open the old keys without the recovery key, not even Tradepost or your administrator."
        className={styles.warning}
      />
      <ul className={styles.consequences}>
        <li>
          You can no longer read or deliver end-to-end encrypted files that you uploaded before. Upload them again from
          your own copies.
        </li>
        <li>You can request delivered files again that you have not downloaded yet: one click in the transfer.</li>
        <li>Your partners see that your security number changed and confirm the new one before they deliver to you.</li>
      </ul>
      <Form
        label="Start over with new keys"
        schema={asksForPassword ? phraseForm.concat(passwordForm) : phraseForm}
        initialValues={{ phrase: '', password: '' }}
        onSubmit={({ password }) => start.mutateAsync(password)}
      >
        <FormError message={start.error && errorMessage(start.error)} />
        <TextField name="phrase" label={`Type “${phrase}” to confirm`} autoComplete="off" autoFocus />
        {asksForPassword && <OwnPassword />}
        <SubmitButton danger>Create new keys</SubmitButton>
      </Form>
      <Flex justify="center" className={layout.marginTop8}>
        <Button type="link" onClick={onBack}>
          Back to the recovery key
        </Button>
      </Flex>
    </>
  );
}
