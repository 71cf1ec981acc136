import { Button, Flex, Typography } from 'antd';
import { useState } from 'react';
import { CodeBoxes } from './code-boxes';
import { ResendButton } from '../feedback/resend-button';
import layout from '../layout/layout.module.css';
import styles from './code-entry.module.css';

interface CodeEntryProps {
  /** Boxes. */
  length?: number;
  /** Initial digits, from the link in the email. */
  initial?: string;
  verifying: boolean;
  /** The error of the last code. */
  error?: string | null;
  onVerify: (code: string) => void;
  onEdit?: () => void;
  onResend: () => void;
}

/** Entry of a mailed code; the last digit submits it. */
export function CodeEntry({ length = 4, initial = '', verifying, error, onVerify, onEdit, onResend }: CodeEntryProps) {
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
      <div aria-live="assertive" className={styles.error}>
        {error && (
          <span id="code-error" className={layout.error}>
            {error}
          </span>
        )}
      </div>
      <Button type="primary" htmlType="submit" size="large" block loading={verifying} disabled={verifying || !whole}>
        Verify Email
      </Button>
      <Flex justify="center" align="center" gap={4} className={layout.marginTop20}>
        <Typography.Text type="secondary">Didn't receive the email?</Typography.Text>
        <ResendButton onResend={onResend} />
      </Flex>
    </form>
  );
}
