import { Button, Flex, Typography, theme } from 'antd';
import { useState } from 'react';
import { CodeBoxes } from './code-boxes';
import { ResendButton } from './resend-button';

interface CodeEntryProps {
  /** Boxes. */
  length?: number;
  /** Digits to start with, as a mailed link brings them. */
  initial?: string;
  verifying: boolean;
  /** What is wrong with the code last sent. */
  error?: string | null;
  onVerify: (code: string) => void;
  onEdit?: () => void;
  onResend: () => void;
}

/** Enters a mailed code; the last digit sends it. */
export function CodeEntry({ length = 4, initial = '', verifying, error, onVerify, onEdit, onResend }: CodeEntryProps) {
  const { token } = theme.useToken();
  const [digits, setDigits] = useState(() => Array.from({ length }, (_, i) => initial[i] ?? ''));
  const code = digits.join('');
  const whole = code.length === length;
  const edit = (next: string[]) => {
    if (verifying || next.join() === digits.join()) return;
    setDigits(next);
    onEdit?.();
    if (next.every(Boolean)) onVerify(next.join(''));
  };

  return (
    <form
      aria-label="Verification code"
      onSubmit={(event) => {
        event.preventDefault();
        if (whole && !verifying) onVerify(code);
      }}
    >
      <CodeBoxes digits={digits} invalid={!!error} describedBy={error ? 'code-error' : undefined} onChange={edit} />
      <div aria-live="assertive" style={{ minHeight: 28, paddingTop: 6 }}>
        {error && (
          <span id="code-error" style={{ color: token.colorError }}>
            {error}
          </span>
        )}
      </div>
      <Button type="primary" htmlType="submit" size="large" block loading={verifying} disabled={verifying || !whole}>
        Verify Email
      </Button>
      <Flex justify="center" align="center" gap={4} style={{ marginTop: 20 }}>
        <Typography.Text type="secondary">Didn't receive the email?</Typography.Text>
        <ResendButton onResend={onResend} />
      </Flex>
    </form>
  );
}
