import { useMutation } from '@tanstack/react-query';
import { Button, Typography } from 'antd';
import { Form, FormError, SubmitButton } from '../../ui/form';
import { closeDialog } from '../keeper';
import { makeKeys } from '../own-keys';
import { explain } from '../words';
import { OwnPassword, passwordForm } from './own-password';

/** The first keys, when the password of the sign-in is not at hand any more. */
export function MakeKeys() {
  const make = useMutation({ mutationFn: makeKeys });
  return (
    <>
      <Typography.Paragraph type="secondary">
        With keys of your own, files are sealed in this browser: only you and the partner you deliver to can open them.
        Your password protects the keys.
      </Typography.Paragraph>
      <Form
        label="Set up encryption"
        schema={passwordForm}
        initialValues={{ password: '' }}
        onSubmit={({ password }) => make.mutateAsync(password)}
      >
        <FormError message={make.error && explain(make.error)} />
        <OwnPassword autoFocus />
        <SubmitButton>Make my keys</SubmitButton>
        <Button type="text" block onClick={closeDialog} style={{ marginTop: 8 }}>
          Later
        </Button>
      </Form>
    </>
  );
}
