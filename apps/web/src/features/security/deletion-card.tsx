import { useQuery } from '@tanstack/react-query';
import { identity } from '@tradepost/contracts/identity';
import { Button, Modal, Typography } from 'antd';
import { SectionCard } from '../../ui/card/section-card';
import { useState } from 'react';
import { meQuery } from '../../api/queries';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { formatDate } from '../../ui/feedback/format';
import { useToast } from '../../ui/notice/use-toast';
import { errorMessage } from '../../vault/texts';
import { useRequestDeletion } from './api';
import { OwnPassword } from '../../vault/dialogs/own-password';
import { t } from '../../i18n/t';
import styles from './deletion-card.module.css';

/** Deletion of the account; `DeletionNotice` offers to cancel it. */
export function DeletionCard() {
  const [open, setOpen] = useState(false);
  const { data: me } = useQuery(meQuery);
  return (
    <SectionCard
      title={t('Delete account')}
      extra={
        <Button danger disabled={!me || me.deletionAt !== null} onClick={() => setOpen(true)}>
          {t('Delete my account')}
        </Button>
      }
    >
      <Typography.Text type="secondary">
        {me?.deletionAt
          ? t('Your account will be deleted on {deletionAt}.', { deletionAt: formatDate(me.deletionAt) })
          : t('Deletes your account, your folders and your files. You have a few days to change your mind.')}
      </Typography.Text>
      <Modal
        title={t('Delete my account')}
        open={open}
        onCancel={() => setOpen(false)}
        footer={null}
        destroyOnHidden
        width={460}
      >
        <RequestDeletion onDone={() => setOpen(false)} />
      </Modal>
    </SectionCard>
  );
}

function RequestDeletion({ onDone }: { onDone: () => void }) {
  const request = useRequestDeletion();
  const toast = useToast();
  const ask = ({ password }: { password: string }) =>
    request.mutateAsync(password).then(({ message, deletionAt }) => {
      toast.success({
        title: message,
        description: t('On {deletionAt}, unless you keep it.', { deletionAt: formatDate(deletionAt) }),
      });
      onDone();
    });
  return (
    <>
      <ul className={styles.consequences}>
        <li>{t('It is deleted in a few days. Until then you can use it, and keep it with one click.')}</li>
        <li>{t('Your folders and files are deleted, and open transfers end.')}</li>
        <li>{t('We notify your partners that the partnership has ended.')}</li>
        <li>{t('We keep a submitted business registration and the delivery log for as long as the law requires.')}</li>
      </ul>
      <Form
        label={t('Delete my account')}
        schema={identity.requestDeletion.input}
        initialValues={{ password: '' }}
        onSubmit={ask}
      >
        <FormError message={request.error && errorMessage(request.error)} />
        <OwnPassword autoFocus />
        <SubmitButton danger>{t('Delete my account')}</SubmitButton>
      </Form>
    </>
  );
}
