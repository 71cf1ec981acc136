import { identity, type SignedIn } from '@tradepost/contracts/identity';
import { Flex, QRCode, Typography, theme } from 'antd';
import { useState } from 'react';
import { CopyButton } from '../../ui/copy-button';
import { TextField } from '../../ui/field';
import { Form, FormError, SubmitButton } from '../../ui/form';
import { useConfirmTotp } from './api';
import { RecoveryCodes } from './recovery-codes';

interface TotpSetupProps {
  /** Not in force yet. */
  secret: { secret: string; uri: string };
  /** Instead of the session's token. */
  ticket?: string | undefined;
  /** The first code was right: two-step sign-in is on, and its recovery codes are on the screen. */
  onConfirmed?: () => void;
  /** With a session where a ticket was given. */
  onDone: (signedIn: SignedIn | null) => void;
}

/** Scan or type the secret, prove it by a code, keep the recovery codes. */
export function TotpSetup({ secret, ticket, onConfirmed, onDone }: TotpSetupProps) {
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
      <ol style={{ margin: 0, paddingInlineStart: 20, display: 'grid', gap: 6 }}>
        <li>Open your authenticator app and scan this picture, or type the key.</li>
        <li>Enter the 6-digit code the app shows.</li>
      </ol>
      <Secret {...secret} />
      <Form
        label="Set up two-step sign-in"
        schema={identity.confirmTotp.input}
        initialValues={{ code: '' }}
        onSubmit={send}
      >
        <FormError message={confirm.error?.message} />
        <TextField name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" className="numbers" />
        <SubmitButton>Turn on</SubmitButton>
      </Form>
    </Flex>
  );
}

function Secret({ secret, uri }: { secret: string; uri: string }) {
  const { token } = theme.useToken();
  const forTheEye = secret.match(/.{1,4}/g)?.join(' ') ?? secret;
  return (
    <Flex gap={20} align="center" wrap>
      <a href={uri} aria-label="Open your authenticator app">
        {/* black on white whatever the theme: not every app reads the inverse */}
        <QRCode type="svg" aria-label="QR code of the key" value={uri} size={168} color="#000000" bgColor="#ffffff" />
      </a>
      <Flex vertical gap={8} style={{ flex: 1, minWidth: 180 }} align="flex-start">
        <Typography.Text type="secondary">Key</Typography.Text>
        <span style={{ fontFamily: token.fontFamilyCode, fontSize: 15, overflowWrap: 'anywhere' }}>{forTheEye}</span>
        <CopyButton size="small" text={secret}>
          Copy the key
        </CopyButton>
      </Flex>
    </Flex>
  );
}
