import { scimTokenForm } from '@tradepost/contracts/identity';
import { Select } from 'antd';
import { Field, TextField } from '../../ui/form/field';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { SecretDialog } from '../../ui/secret/secret-dialog';
import { Secret, ShownOnce } from '../../ui/secret/shown-once';
import { OwnPassword } from '../../vault/dialogs/own-password';
import { useCreateScimToken } from './api';
import { t } from '../../i18n/t';

const lifetimes = [
  { value: 90, label: t('90 days') },
  { value: 180, label: t('180 days') },
  { value: 365, label: t('1 year') },
];
const blank = { name: '', expiresInDays: 365, password: '' };

/** Creates a SCIM token and shows it once. */
export function ScimDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateScimToken();
  const token = create.data?.token;
  return (
    <SecretDialog
      title={token ? t('Your new token') : t('Create SCIM token')}
      isShown={token !== undefined}
      onClose={onClose}
    >
      {token ? (
        <ShownOnce
          title={t('Copy this token now')}
          text={t('It is not shown again. Store it like a password, never in code or in a chat.')}
          onDone={onClose}
        >
          <Secret label={t('SCIM token')} copy={t('Copy token')} value={token} autoFocus />
        </ShownOnce>
      ) : (
        <Form
          label={t('Create SCIM token')}
          schema={scimTokenForm}
          initialValues={blank}
          onSubmit={(values) => create.mutateAsync(values)}
          lockWhileSending
        >
          <FormError message={create.error?.message} />
          <TextField
            name="name"
            label={t('Name')}
            hint={t('The sign-in service that uses it. The log shows this name with every action.')}
            autoComplete="off"
            maxLength={100}
          />
          <Field name="expiresInDays" label={t('Ends')}>
            {(control, value, change) => (
              <Select {...control} size="large" options={lifetimes} value={value} onChange={change} />
            )}
          </Field>
          <OwnPassword />
          <SubmitButton>{t('Create token')}</SubmitButton>
        </Form>
      )}
    </SecretDialog>
  );
}
