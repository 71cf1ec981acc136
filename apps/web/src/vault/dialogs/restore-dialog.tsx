import { fromBase64url } from '@tradepost/sealing/crypto/bytes';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import type { Pin } from '@tradepost/sealing/keys/pins';
import { Button, Checkbox, Flex, Modal, Typography } from 'antd';
import { useState } from 'react';
import { useMutation } from '../../api/use-mutation';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { closeDialog } from '../session/pending-unlocks';
import { reviewRestored, type Review } from '../restored';
import { errorMessage } from '../texts';
import { OwnPassword, passwordForm } from './own-password';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

/** Guides the way on after a restore from backup: the password, what the server lost, and its confirmation. */
export function RestoreDialog() {
  const review = useMutation({ mutationFn: reviewRestored });
  return (
    <Modal
      open
      title={t('Use the restored record')}
      onCancel={closeDialog}
      mask={{ closable: false }}
      footer={null}
      width={560}
    >
      {review.data ? (
        <Lost review={review.data} />
      ) : (
        <>
          <Typography.Paragraph type="secondary">
            {t(
              'Ask your administrator whether a backup was restored. If not, close this dialog: someone may be trying to intercept your files.',
            )}
          </Typography.Paragraph>
          <Form
            label={t('Use the restored record')}
            schema={passwordForm}
            initialValues={{ password: '' }}
            onSubmit={({ password }) => review.mutateAsync(password)}
          >
            <FormError message={review.error && errorMessage(review.error)} />
            <OwnPassword autoFocus />
            <SubmitButton>{t('Continue')}</SubmitButton>
          </Form>
        </>
      )}
    </Modal>
  );
}

function Lost({ review }: { review: Review }) {
  const { keyLog, contacts, revoked, removed, apiKeys, lost, accept } = review;
  const [confirmed, setConfirmed] = useState<string[]>([]);
  const [isChecked, setChecked] = useState(false);
  const use = useMutation({ mutationFn: accept, onSuccess: closeDialog });
  const cameBack = [
    ...revoked.map((requestId) => t('The transfer of request {requestId}, which you had revoked', { requestId })),
    ...removed.map(({ folderId, addresses }) =>
      t('Access of {addresses} to folder {folderId}', { addresses: addresses.join(', '), folderId }),
    ),
    ...apiKeys.map(({ name, prefix }) => t('API key {name} ({prefix}…), if you had revoked it', { name, prefix })),
  ];
  return (
    <Flex vertical gap={16}>
      <FormError message={use.error && errorMessage(use.error)} />
      {lost.length > 0 && (
        <Typography.Text>
          {t('The server lost {count} entries of your record. This device has them and adds them again.', {
            count: lost.length,
          })}
        </Typography.Text>
      )}
      {keyLog && (
        <Typography.Text>
          {t('The key log was restarted: this device has seen {before} entries, and now it has {now}.', {
            before: keyLog.before,
            now: keyLog.now,
          })}
        </Typography.Text>
      )}
      {contacts.length > 0 && (
        <>
          <Typography.Text>
            {t('It lost these contacts. Select those with the right security number; the others are forgotten:')}
          </Typography.Text>
          <Checkbox.Group value={confirmed} onChange={setConfirmed} aria-label={t('Lost contacts')}>
            <Flex vertical gap={8}>
              {contacts.map((pin) => (
                <LostContact key={pin.address} pin={pin} />
              ))}
            </Flex>
          </Checkbox.Group>
        </>
      )}
      {cameBack.length > 0 && (
        <>
          <Typography.Text>
            {t('These may work again. Afterwards, revoke or remove those that must not work:')}
          </Typography.Text>
          <ul aria-label={t('What may have come back')} className={layout.bulletList}>
            {cameBack.map((text) => (
              <li key={text} className={layout.breakWords}>
                {text}
              </li>
            ))}
          </ul>
        </>
      )}
      <Checkbox checked={isChecked} onChange={({ target }) => setChecked(target.checked)}>
        {t('A backup was restored, and the selected contacts are right')}
      </Checkbox>
      <Button
        type="primary"
        disabled={!isChecked}
        loading={use.isPending}
        onClick={() => use.mutate(({ address }) => confirmed.includes(address))}
      >
        {t('Use the restored record')}
      </Button>
    </Flex>
  );
}

const LostContact = ({ pin: { address, keyId } }: { pin: Pin }) => (
  <Checkbox value={address} className={layout.breakWords}>
    <Typography.Text strong>{address}</Typography.Text>
    <div className="numbers">{fingerprint({ keyId: fromBase64url(keyId, 32) })}</div>
  </Checkbox>
);
