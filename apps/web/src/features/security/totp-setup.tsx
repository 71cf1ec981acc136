import { identity, type SignedIn } from '@tradepost/contracts/identity';
import { Flex, QRCode, Typography } from 'antd';
import { useState } from 'react';
import { CopyButton } from '../../ui/feedback/copy-button';
import { TextField } from '../../ui/form/field';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { useConfirmTotp } from './api';
import { RecoveryCodes } from './recovery-codes';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './totp-setup.module.css';

interface TotpSetupProps {
  /** Not active yet. */
  secret: { secret: string; uri: string };
  /** Replaces the session's token. */
  ticket?: string | undefined;
  /** The text of the button that ends it. */
  submit?: string;
  /** Called when the first code was right: two-step sign-in is on and the recovery codes are shown. */
  onConfirmed?: () => void;
  /** With a session when a ticket was passed. */
  onDone: (signedIn: SignedIn | null) => void;
}

/** Scan or type the secret, confirm it with a code, save the recovery codes. */
export function TotpSetup({ secret, ticket, submit = t('Turn on'), onConfirmed, onDone }: TotpSetupProps) {
  const confirm = useConfirmTotp(ticket);
  const [issued, setIssued] = useState<{ codes: string[]; signedIn: SignedIn | null } | null>(null);

  if (issued) return <RecoveryCodes codes={issued.codes} onSaved={() => onDone(issued.signedIn)} />;

  const send = ({ code }: { code: string }) =>
    confirm.mutateAsync(code, {
      onSuccess: ({ recoveryCodes, token, user }) => {
        setIssued({ codes: recoveryCodes, signedIn: token && user ? { token, user } : null });
        onConfirmed?.();
      },
    });

  return (
    <Flex vertical gap={20}>
      <ol className={layout.bulletList}>
        <li>{t('Open your authenticator app and scan this picture, or type the key.')}</li>
        <li>{t('Enter the 6-digit code the app shows.')}</li>
      </ol>
      <Secret {...secret} />
      <Form
        label={t('Set up two-step sign-in')}
        schema={identity.confirmTotp.input}
        initialValues={{ code: '' }}
        onSubmit={send}
      >
        <FormError message={confirm.error?.message} />
        <TextField name="code" label={t('Code')} inputMode="numeric" autoComplete="one-time-code" className="numbers" />
        <SubmitButton>{submit}</SubmitButton>
      </Form>
    </Flex>
  );
}

function Secret({ secret, uri }: { secret: string; uri: string }) {
  const forTheEye = secret.match(/.{1,4}/g)?.join(' ') ?? secret;
  return (
    <Flex gap={20} align="center" wrap>
      <a href={uri} aria-label={t('Open your authenticator app')}>
        {/* black on white whatever the theme: not every app reads the inverse */}
        <QRCode
          type="svg"
          aria-label={t('QR code of the key')}
          value={uri}
          size={168}
          color="#000000"
          bgColor="#ffffff"
        />
      </a>
      <Flex vertical gap={8} className={styles.steps} align="flex-start">
        <Typography.Text type="secondary">{t('Key')}</Typography.Text>
        <span className={styles.secret}>{forTheEye}</span>
        <CopyButton size="small" text={secret}>
          {t('Copy the key')}
        </CopyButton>
      </Flex>
    </Flex>
  );
}
