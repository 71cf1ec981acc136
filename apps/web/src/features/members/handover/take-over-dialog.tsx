import { identity, newPasswordForm, type Handover } from '@tradepost/contracts/identity';
import { Alert, Button, Flex, Modal, Typography } from 'antd';
import { signOut, useUser } from '../../../session/auth.store';
import { TextField } from '../../../ui/form/field';
import { Form, FormError, SubmitButton } from '../../../ui/form/form';
import { NewPasswordFields } from '../../../ui/form/new-password-fields';
import layout from '../../../ui/layout/layout.module.css';
import { companyMessage } from '../../../vault/company/texts';
import { useTakeOver } from './api';
import { t } from '../../../i18n/t';

interface TakeOverDialogProps {
  handover: Handover;
  onClose: () => void;
}

const rules = newPasswordForm.shape({ current: identity.changePassword.input.fields.current });
const blank = { current: '', password: '', confirmPassword: '' };

/** The named co-owner takes the company over, with a new password of the owner's account. */
export function TakeOverDialog({ handover: { email }, onClose }: TakeOverDialogProps) {
  const { email: own } = useUser();
  const take = useTakeOver();
  const submit = ({ current, password }: typeof blank) => take.mutateAsync({ current, password });
  return (
    <Modal
      open
      title={t('Take over the company')}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={null}
      width={520}
    >
      {take.isSuccess ? (
        <Taken email={email} own={own} onClose={onClose} />
      ) : (
        <Flex vertical gap={16}>
          <Typography.Text type="secondary">
            {t(
              'You get the owner’s account. It keeps its address {email}, because partners know it; mail for it goes to your own address. You choose its password now. Nothing that the former owner has opens it any more.',
              { email },
            )}
          </Typography.Text>
          <Form label={t('Take over the company')} live schema={rules} initialValues={blank} onSubmit={submit}>
            <FormError message={take.error && companyMessage(take.error)} />
            <TextField
              name="current"
              label={t('Your own password')}
              type="password"
              autoComplete="current-password"
              autoFocus
            />
            <NewPasswordFields label={t('New password of {email}', { email })} />
            <SubmitButton>{t('Take over')}</SubmitButton>
            <Button type="text" block onClick={onClose} className={layout.marginTop8}>
              {t('Cancel')}
            </Button>
          </Form>
        </Flex>
      )}
    </Modal>
  );
}

const Taken = ({ email, own, onClose }: { email: string; own: string; onClose: () => void }) => (
  <Flex vertical gap={16}>
    <Alert
      type="success"
      showIcon
      title={t('You are the owner of the company now')}
      description={t('Sign in with {email} and the new password to do what only the owner does:', { email })}
    />
    <ol className={layout.bulletList}>
      <li>{t('Save a recovery key. The app asks you for it.')}</li>
      <li>{t('Create new company keys under Members, because the former owner knows the present ones.')}</li>
      <li>
        {t(
          'Set up two-step sign-in again, and check webhooks and single sign-on: they stay as the former owner has set them up.',
        )}
      </li>
      <li>{t('Create API keys again, and give recovery shares to members again. The former ones have ended.')}</li>
    </ol>
    <Typography.Text type="secondary">
      {t(
        'You have two sign-ins from now on: {email} is the owner, for what only the owner does, and {own} stays a co-owner, for your daily work.',
        { email, own },
      )}
    </Typography.Text>
    <Flex gap={8} wrap>
      <Button type="primary" onClick={() => void signOut()}>
        {t('Sign out')}
      </Button>
      <Button onClick={onClose}>{t('Stay signed in as a co-owner')}</Button>
    </Flex>
  </Flex>
);
