import { Button, Typography } from 'antd';
import { useMutation } from '../../api/use-mutation';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { unlock } from '../own-keys';
import { errorMessage } from '../texts';
import { OwnPassword, passwordForm } from './own-password';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

export function UnlockByPassword({ onRecovery }: { onRecovery: () => void }) {
  const open = useMutation({ mutationFn: unlock });
  return (
    <>
      <Typography.Paragraph type="secondary">
        {t('End-to-end encrypted files are sealed and opened with keys that only your password unlocks.')}
      </Typography.Paragraph>
      <Form
        label={t('Unlock')}
        schema={passwordForm}
        initialValues={{ password: '' }}
        onSubmit={({ password }) => open.mutateAsync(password)}
      >
        <FormError message={open.error && errorMessage(open.error)} />
        <OwnPassword autoFocus />
        <SubmitButton>{t('Unlock')}</SubmitButton>
        <Button type="link" block onClick={onRecovery} className={layout.marginTop8}>
          {t('Use your recovery key instead')}
        </Button>
      </Form>
    </>
  );
}
