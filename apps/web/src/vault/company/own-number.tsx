import { Button, Flex, Typography } from 'antd';
import { useState } from 'react';
import { useMutation } from '../../api/use-mutation';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { Fingerprint } from '../../ui/keys/fingerprint';
import layout from '../../ui/layout/layout.module.css';
import { t } from '../../i18n/t';
import { OwnPassword, passwordForm } from '../dialogs/own-password';
import { closeDialog } from '../session/pending-unlocks';
import { problemOf } from '../texts';
import { ownNumber } from './own-key';
import { companyMessage } from './texts';

/** Asks for the password, makes the person's own key if there is none, and shows its number to read to the owner. */
export function OwnNumber() {
  const [replaces, setReplaces] = useState(false);
  const show = useMutation({ mutationFn: (password: string) => ownNumber(password, replaces) });
  const label = t('Your security number as a member');
  if (show.data !== undefined)
    return (
      <Flex vertical gap={16}>
        <Fingerprint digits={show.data} label={label} />
        <Typography.Text type="secondary">
          {t(
            'Read these 40 digits to the owner of your company by phone or in person. The owner compares them under Settings › Members, and gives you the encryption keys. Then unlock them here.',
          )}
        </Typography.Text>
        <Button type="primary" onClick={closeDialog}>
          {t('Done')}
        </Button>
      </Flex>
    );
  return (
    <>
      <Typography.Paragraph type="secondary">
        {t(
          'The owner of your company gives encryption keys to your own key, which only your password opens. Its security number proves that it is yours.',
        )}
      </Typography.Paragraph>
      <Form
        label={label}
        schema={passwordForm}
        initialValues={{ password: '' }}
        onSubmit={({ password }) => show.mutateAsync(password)}
      >
        <FormError message={show.error && companyMessage(show.error)} />
        <OwnPassword autoFocus />
        <SubmitButton danger={replaces}>
          {replaces ? t('Create another key') : t('Show your security number')}
        </SubmitButton>
        {!replaces && problemOf(show.error) === 'VAULT_LOCKED' && (
          <Button type="link" block onClick={() => setReplaces(true)} className={layout.marginTop8}>
            {t('Create another key')}
          </Button>
        )}
      </Form>
    </>
  );
}
