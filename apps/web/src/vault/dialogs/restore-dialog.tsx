import { useMutation } from '@tanstack/react-query';
import { fromBase64url } from '@tradepost/sealing/crypto/bytes';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import type { Pin } from '@tradepost/sealing/keys/pins';
import { Button, Checkbox, Flex, Modal, Typography } from 'antd';
import { useState } from 'react';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { closeDialog } from '../session/pending-unlocks';
import { reviewRestored, type Review } from '../restored';
import { errorMessage } from '../texts';
import { OwnPassword, passwordForm } from './own-password';
import layout from '../../ui/layout/layout.module.css';

/** Guides the way on after a restore from backup: the password, what the server lost, and its confirmation. */
export function RestoreDialog() {
  const review = useMutation({ mutationFn: reviewRestored });
  return (
    <Modal
      open
      title="Use the restored list of contacts"
      onCancel={closeDialog}
      mask={{ closable: false }}
      footer={null}
      width={560}
    >
      {review.data ? (
        <LostContacts review={review.data} />
      ) : (
        <>
          <Typography.Paragraph type="secondary">
            Ask your administrator whether a backup was restored. If not, close this dialog: someone may be trying to
            intercept your files.
          </Typography.Paragraph>
          <Form
            label="Use the restored list of contacts"
            schema={passwordForm}
            initialValues={{ password: '' }}
            onSubmit={({ password }) => review.mutateAsync(password)}
          >
            <FormError message={review.error && errorMessage(review.error)} />
            <OwnPassword autoFocus />
            <SubmitButton>Continue</SubmitButton>
          </Form>
        </>
      )}
    </Modal>
  );
}

function LostContacts({ review: { lost, accept } }: { review: Review }) {
  const [confirmed, setConfirmed] = useState(false);
  const use = useMutation({ mutationFn: accept, onSuccess: closeDialog });
  return (
    <Flex vertical gap={16}>
      <FormError message={use.error && errorMessage(use.error)} />
      {lost.length > 0 ? (
        <>
          <Typography.Text>The server lost these contacts. This device keeps their security numbers:</Typography.Text>
          <ul aria-label="Lost contacts" className={layout.bulletList}>
            {lost.map((pin) => (
              <LostContact key={pin.address} pin={pin} />
            ))}
          </ul>
        </>
      ) : (
        <Typography.Text>
          This device knows no contact that the server lost. Check under Settings › Encryption that all your contacts’
          keys are as you know them.
        </Typography.Text>
      )}
      <Checkbox checked={confirmed} onChange={({ target }) => setConfirmed(target.checked)}>
        A backup was restored, and these contacts are right
      </Checkbox>
      <Button type="primary" disabled={!confirmed} loading={use.isPending} onClick={() => use.mutate()}>
        Use the restored list
      </Button>
    </Flex>
  );
}

const LostContact = ({ pin: { address, keyId } }: { pin: Pin }) => (
  <li className={layout.breakWords}>
    <Typography.Text strong>{address}</Typography.Text>
    <div className="numbers">{fingerprint({ keyId: fromBase64url(keyId, 32) })}</div>
  </li>
);
