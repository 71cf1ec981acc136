import { Button, Modal, Typography } from 'antd';
import { useMutation } from '../../api/use-mutation';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { closeDialog } from '../session/pending-unlocks';
import { renewRecovery } from '../own-keys';
import { errorMessage } from '../texts';
import { OwnPassword, passwordForm } from './own-password';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

/** Asks for the password, then shows a new recovery key. */
export function RenewDialog() {
  const renew = useMutation({ mutationFn: renewRecovery });
  return (
    <Modal
      open
      title={t('Create a new recovery key')}
      onCancel={closeDialog}
      mask={{ closable: false }}
      footer={null}
      width={480}
    >
      <Typography.Paragraph type="secondary">
        {t('You will see it only once. When you confirm that you saved it, your previous recovery key stops working.')}
      </Typography.Paragraph>
      <Form
        label={t('Create a new recovery key')}
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
