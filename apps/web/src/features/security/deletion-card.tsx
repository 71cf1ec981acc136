import { useQuery } from '@tanstack/react-query';
import { identity } from '@tradepost/contracts/identity';
import { Button, Card, Modal, Typography } from 'antd';
import { useState } from 'react';
import { meQuery } from '../../api/queries';
import { TextField } from '../../ui/field';
import { Form, FormError, SubmitButton } from '../../ui/form';
import { formatDate } from '../../ui/format';
import { useToast } from '../../ui/use-toast';
import { explain } from '../../vault/words';
import { useRequestDeletion } from './api';

/** The end of one's account; taking it back stands above every screen meanwhile. */
export function DeletionCard() {
  const [open, setOpen] = useState(false);
  const { data: me } = useQuery(meQuery);
  return (
    <Card
      title="Delete account"
      className="wrapping-head"
      extra={
        <Button danger disabled={!me || me.deletionAt !== null} onClick={() => setOpen(true)}>
          Delete my account
        </Button>
      }
    >
      <Typography.Text type="secondary">
        {me?.deletionAt
          ? `Your account will be deleted on ${formatDate(me.deletionAt)}.`
          : 'Deletes your account, your folders and your files. You can think again for some days.'}
      </Typography.Text>
      <Modal
        title="Delete my account"
        open={open}
        onCancel={() => setOpen(false)}
        footer={null}
        destroyOnHidden
        width={460}
      >
        <RequestDeletion onDone={() => setOpen(false)} />
      </Modal>
    </Card>
  );
}

function RequestDeletion({ onDone }: { onDone: () => void }) {
  const request = useRequestDeletion();
  const toast = useToast();
  const ask = ({ password }: { password: string }) =>
    request.mutateAsync(password).then(({ message, deletionAt }) => {
      toast.success({ title: message, description: `On ${formatDate(deletionAt)}, unless you keep it.` });
      onDone();
    });
  return (
    <>
      <ul style={{ paddingInlineStart: 20, marginTop: 0 }}>
        <li>It is deleted some days from now. Until then you can use it, and keep it with one click.</li>
        <li>Your folders and files are deleted with it, and open transfers end.</li>
        <li>Your partners are told that the partnership has ended.</li>
        <li>
          A submitted business registration and the log of what was delivered to whom are kept for as long as law asks.
        </li>
      </ul>
      <Form
        label="Delete my account"
        schema={identity.requestDeletion.input}
        initialValues={{ password: '' }}
        onSubmit={ask}
      >
        <FormError message={request.error && explain(request.error)} />
        <TextField name="password" label="Current password" type="password" autoComplete="current-password" autoFocus />
        <SubmitButton danger>Delete my account</SubmitButton>
      </Form>
    </>
  );
}
