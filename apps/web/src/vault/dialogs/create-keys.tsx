import { Button, Typography } from 'antd';
import { useMutation } from '../../api/use-mutation';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { closeDialog } from '../session/pending-unlocks';
import { createFirstKeys } from '../own-keys';
import { errorMessage } from '../texts';
import { OwnPassword, passwordForm } from './own-password';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

/** Creates the first keys when the password of the sign-in is no longer in memory. */
export function CreateKeys() {
  const make = useMutation({ mutationFn: createFirstKeys });
  return (
    <>
      <Typography.Paragraph type="secondary">
        {t(
          'This browser creates your keys. With them, only you and your partners can open the files you exchange. Your password protects the keys.',
        )}
      </Typography.Paragraph>
      <Form
        label={t('Set up encryption')}
        schema={passwordForm}
        initialValues={{ password: '' }}
        onSubmit={({ password }) => make.mutateAsync(password)}
      >
        <FormError message={make.error && errorMessage(make.error)} />
        <OwnPassword autoFocus />
        <SubmitButton>{t('Turn on encryption')}</SubmitButton>
        <Button type="text" block onClick={closeDialog} className={layout.marginTop8}>
          {t('Later')}
        </Button>
      </Form>
    </>
  );
}
