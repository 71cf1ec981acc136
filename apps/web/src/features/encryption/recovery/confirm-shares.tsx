import { Button, Flex, Typography } from 'antd';
import { t } from '../../../i18n/t';
import { Form, FormError, SubmitButton } from '../../../ui/form/form';
import layout from '../../../ui/layout/layout.module.css';
import { OwnPassword, passwordForm } from '../../../vault/dialogs/own-password';
import { recoveryMessage } from '../../../vault/recovery/texts';

interface ConfirmSharesProps {
  /** That the compared keys state. */
  addresses: string[];
  threshold: number;
  error: Error | null;
  onConfirm: (password: string) => Promise<void>;
  onBack: () => void;
}

export function ConfirmShares({ addresses, threshold, error, onConfirm, onBack }: ConfirmSharesProps) {
  return (
    <Flex vertical gap={16}>
      <Typography.Text>
        {t('Any {threshold} of these {count} members can then open your keys together with you:', {
          threshold,
          count: addresses.length,
        })}
      </Typography.Text>
      <ul className={layout.bulletList}>
        {addresses.map((address) => (
          <li key={address} className={layout.breakWords}>
            {address}
          </li>
        ))}
      </ul>
      <Typography.Text type="secondary">
        {t('Earlier shares and a recovery that was started end. You and these members are notified.')}
      </Typography.Text>
      <Form
        label={t('Give recovery shares')}
        schema={passwordForm}
        initialValues={{ password: '' }}
        onSubmit={({ password }) => onConfirm(password)}
      >
        <FormError message={error && recoveryMessage(error)} />
        <OwnPassword autoFocus />
        <SubmitButton>{t('Give recovery shares')}</SubmitButton>
        <Button type="text" block onClick={onBack} className={layout.marginTop8}>
          {t('Choose other members')}
        </Button>
      </Form>
    </Flex>
  );
}
