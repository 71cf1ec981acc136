import { useMutation } from '@tanstack/react-query';
import { Button, Modal, Typography } from 'antd';
import { Form, FormError, SubmitButton } from '../../ui/form';
import { closeDialog } from '../keeper';
import { renewRecovery } from '../own-keys';
import { explain } from '../words';
import { OwnPassword, passwordForm } from './own-password';

/** Asks for the password, then shows a new recovery key. */
export function RenewDialog() {
  const renew = useMutation({ mutationFn: renewRecovery });
  return (
    <Modal
      open
      title="Make a new recovery key"
      onCancel={closeDialog}
      mask={{ closable: false }}
      footer={null}
      width={480}
    >
      <Typography.Paragraph type="secondary">
        You will see it once. As soon as you say that you have saved it, an earlier recovery key stops working.
      </Typography.Paragraph>
      <Form
        label="Make a new recovery key"
        schema={passwordForm}
        initialValues={{ password: '' }}
        onSubmit={({ password }) => renew.mutateAsync(password)}
      >
        <FormError message={renew.error && explain(renew.error)} />
        <OwnPassword autoFocus />
        <SubmitButton>Continue</SubmitButton>
        <Button type="text" block onClick={closeDialog} style={{ marginTop: 8 }}>
          Cancel
        </Button>
      </Form>
    </Modal>
  );
}
