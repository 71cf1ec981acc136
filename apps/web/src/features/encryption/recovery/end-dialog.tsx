import { Modal, Typography } from 'antd';
import { t } from '../../../i18n/t';
import { Form, FormError, SubmitButton } from '../../../ui/form/form';
import layout from '../../../ui/layout/layout.module.css';
import { useToast } from '../../../ui/notice/use-toast';
import { OwnPassword, passwordForm } from '../../../vault/dialogs/own-password';
import { recoveryMessage } from '../../../vault/recovery/texts';
import { useEndShares } from './api';

/** Ends the recovery shares, with the password: nothing brings them back. */
export function EndDialog({ onClose }: { onClose: () => void }) {
  const end = useEndShares();
  const toast = useToast();
  const submit = async ({ password }: { password: string }) => {
    await end.mutateAsync(password);
    toast.success({ title: t('Success'), description: t('The recovery shares open nothing any more') });
    onClose();
  };
  return (
    <Modal
      open
      title={t('Remove the recovery shares?')}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={null}
      width={560}
    >
      <Typography.Paragraph className={layout.marginTop8}>
        {t('Members can then no longer help you to open your keys. The members who hold shares are notified.')}
      </Typography.Paragraph>
      <Form label={t('Remove the shares')} schema={passwordForm} initialValues={{ password: '' }} onSubmit={submit}>
        <FormError message={end.error && recoveryMessage(end.error)} />
        <OwnPassword autoFocus />
        <SubmitButton danger>{t('Remove the shares')}</SubmitButton>
      </Form>
    </Modal>
  );
}
