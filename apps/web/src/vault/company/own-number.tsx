import { Button, Typography } from 'antd';
import { useState } from 'react';
import { useMutation } from '../../api/use-mutation';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import layout from '../../ui/layout/layout.module.css';
import { t } from '../../i18n/t';
import { OwnPassword, passwordForm } from '../dialogs/own-password';
import { problemOf } from '../texts';
import { NumberToRead } from './number-to-read';
import { ownNumber } from './own-key';
import { companyMessage } from './texts';

interface OwnNumberProps {
  /** What the owner gives to the key with this number. */
  given: 'keys' | 'share';
  onDone: () => void;
}

const introductions = {
  keys: t(
    'The owner of your company gives encryption keys to your own key, which only your password opens. Its security number proves that it is yours.',
  ),
  share: t(
    'The owner of your company gives a recovery share to your own key, which only your password opens. Its security number proves that it is yours.',
  ),
};

/** Asks for the password, makes the person's own key if there is none, and shows its number to read to the owner. */
export function OwnNumber({ given, onDone }: OwnNumberProps) {
  const [replaces, setReplaces] = useState(false);
  const show = useMutation({ mutationFn: (password: string) => ownNumber(password, replaces) });
  const label = t('Your security number as a member');
  if (show.data !== undefined) return <NumberToRead digits={show.data} given={given} onDone={onDone} />;
  return (
    <>
      <Typography.Paragraph type="secondary">{introductions[given]}</Typography.Paragraph>
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
