import { Button, Modal, Typography } from 'antd';
import { useMutation } from '../../api/use-mutation';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { closeDialog } from '../session/pending-unlocks';
import { renewRecovery } from '../own-keys';
import { errorMessage } from '../texts';
import { useVaultStore } from '../vault.store';
import { OwnPassword, passwordForm } from './own-password';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

const first = {
  title: t('Create a recovery key'),
  text: t(
    'You will see it only once. If you noted an earlier one, it stops working when you confirm that you saved this one.',
  ),
};
const another = {
  title: t('Create a new recovery key'),
  text: t('You will see it only once. When you confirm that you saved it, your previous recovery key stops working.'),
};

/** Asks for the password, then shows a recovery key in place of the last one, which its owner may not have saved. */
export function RenewDialog() {
  const isSaved = useVaultStore(({ stored }) => stored?.recoverySaved ?? false);
  const { title, text } = isSaved ? another : first;
  const renew = useMutation({ mutationFn: renewRecovery });
  return (
    <Modal open title={title} onCancel={closeDialog} mask={{ closable: false }} footer={null} width={480}>
      <Typography.Paragraph type="secondary">{text}</Typography.Paragraph>
      <Form
        label={title}
        schema={passwordForm}
        initialValues={{ password: '' }}
        onSubmit={({ password }) => renew.mutateAsync(password)}
      >
        <FormError message={renew.error && errorMessage(renew.error)} />
        <OwnPassword autoFocus />
        <SubmitButton>{t('Continue')}</SubmitButton>
        <Button type="text" block onClick={closeDialog} className={layout.marginTop8}>
          {t('Cancel')}
        </Button>
      </Form>
    </Modal>
  );
}
