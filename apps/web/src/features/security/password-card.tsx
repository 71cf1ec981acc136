import { identity, newPasswordForm } from '@tradepost/contracts/identity';
import { Button, Modal, Typography } from 'antd';
import { SectionCard } from '../../ui/card/section-card';
import { useState } from 'react';
import { TextField } from '../../ui/form/field';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { NewPasswordFields } from '../../ui/form/new-password-fields';
import { useToast } from '../../ui/notice/use-toast';
import { errorMessage } from '../../vault/texts';
import { useChangePassword } from './api';
import { t } from '../../i18n/t';

const rules = newPasswordForm.shape({ current: identity.changePassword.input.fields.current });
const blank = { current: '', password: '', confirmPassword: '' };

export function PasswordCard() {
  const [open, setOpen] = useState(false);
  return (
    <SectionCard title={t('Password')} extra={<Button onClick={() => setOpen(true)}>{t('Change password')}</Button>}>
      <Typography.Text type="secondary">{t('Changing it signs you out everywhere else.')}</Typography.Text>
      <Modal
        title={t('Change password')}
        open={open}
        onCancel={() => setOpen(false)}
        footer={null}
        destroyOnHidden
        width={460}
      >
        <ChangePassword onDone={() => setOpen(false)} />
      </Modal>
    </SectionCard>
  );
}

function ChangePassword({ onDone }: { onDone: () => void }) {
  const change = useChangePassword();
  const toast = useToast();
  const save = ({ current, password }: typeof blank) =>
    change.mutateAsync({ current, password }).then(({ message }) => {
      toast.success({ title: t('Success'), description: message });
      onDone();
    });
  return (
    <Form label={t('Change password')} live schema={rules} initialValues={blank} onSubmit={save}>
      <FormError message={change.error && errorMessage(change.error)} />
      <TextField
        name="current"
        label={t('Current password')}
        type="password"
        autoComplete="current-password"
        autoFocus
      />
      <NewPasswordFields label={t('New password')} />
      <SubmitButton>{t('Change password')}</SubmitButton>
    </Form>
  );
}
