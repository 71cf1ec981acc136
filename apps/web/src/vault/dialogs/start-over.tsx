import { object, string } from '@tradepost/contracts/values/fields';
import { Alert, Button, Flex } from 'antd';
import { useState } from 'react';
import { useMutation } from '../../api/use-mutation';
import { TextField } from '../../ui/form/field';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { isPasswordKnown, startOver } from '../own-keys';
import { errorMessage } from '../texts';
import { OwnPassword, passwordForm } from './own-password';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './start-over.module.css';

const phrase = t('new keys');
const phraseForm = object({
  phrase: string()
    .required(t('Please type: {phrase}', { phrase }))
    .test('same', t('Please type: {phrase}', { phrase }), (typed) => typed?.trim().toLowerCase() === phrase),
});

/** Creates new keys when neither password nor recovery key opens the old ones, after stating what is lost. */
export function StartOver({ onBack }: { onBack: () => void }) {
  const [asksForPassword] = useState(() => !isPasswordKnown());
  const start = useMutation({ mutationFn: startOver });
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={t('This cannot be undone')}
        description={t(
          'Nobody can open the old keys without the recovery key or enough recovery shares, not even Tradepost or your administrator.',
        )}
        className={styles.warning}
      />
      <ul className={styles.consequences}>
        <li>
          {t(
            'You can no longer read or deliver end-to-end encrypted files that you uploaded before. Upload them again from your own copies.',
          )}
        </li>
        <li>
          {t('You can request delivered files again that you have not downloaded yet: one click in the transfer.')}
        </li>
        <li>
          {t('Your partners see that your security number changed and confirm the new one before they deliver to you.')}
        </li>
      </ul>
      <Form
        label={t('Start over with new keys')}
        schema={asksForPassword ? phraseForm.concat(passwordForm) : phraseForm}
        initialValues={{ phrase: '', password: '' }}
        onSubmit={({ password }) => start.mutateAsync(password)}
      >
        <FormError message={start.error && errorMessage(start.error)} />
        <TextField name="phrase" label={t('Type “{phrase}” to confirm', { phrase })} autoComplete="off" autoFocus />
        {asksForPassword && <OwnPassword />}
        <SubmitButton danger>{t('Create new keys')}</SubmitButton>
      </Form>
      <Flex justify="center" className={layout.marginTop8}>
        <Button type="link" onClick={onBack}>
          {t('Back to the recovery key')}
        </Button>
      </Flex>
    </>
  );
}
