import { codeTries } from '@tradepost/contracts/identity';
import { Button, Flex, Typography } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { failedWith } from '../../api/failed-with';
import { CodeBoxes } from './code-boxes';
import { useToast } from '../notice/use-toast';
import { ResendButton } from '../feedback/resend-button';
import { triesLeft } from '../feedback/tries-left';
import { t } from '../../i18n/t';
import layout from '../layout/layout.module.css';
import styles from './code-entry.module.css';

interface CodeEntryProps {
  /** Boxes. */
  length?: number;
  /** Initial digits, from the link in the email. */
  initial?: string;
  verifying: boolean;
  /** Why the last code was refused. */
  error: Error | null;
  onVerify: (code: string) => void;
  onEdit?: () => void;
  onResend: () => void;
}

export const incompleteCode = {
  title: t('Incomplete OTP'),
  description: t('Please enter the complete verification code.'),
};

/** Entry of a mailed code; the last digit submits it, a refused code clears the boxes. */
export function CodeEntry({ length = 4, initial = '', verifying, error, onVerify, onEdit, onResend }: CodeEntryProps) {
  const [digits, setDigits] = useState(() => Array.from({ length }, (_, i) => initial[i] ?? ''));
  // Counted here: an answer of the server would reveal whether the address has an account.
  const [wrong, setWrong] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const toast = useToast();
  const code = digits.join('');
  const whole = code.length === length;
  useEffect(() => {
    if (!error) return;
    if (failedWith(error, 'OTP_INVALID')) setWrong((before) => before + 1);
    setDigits((before) => before.map(() => ''));
    form.current?.querySelector('input')?.focus();
  }, [error]);

  const edit = (next: string[]) => {
    if (verifying || next.join() === digits.join()) return;
    setDigits(next);
    onEdit?.();
    if (next.every(Boolean)) onVerify(next.join(''));
  };

  return (
    <form
      ref={form}
      aria-label={t('Verification code')}
      onSubmit={(event) => {
        event.preventDefault();
        if (whole && !verifying) onVerify(code);
      }}
      onKeyDown={({ key, target }) => {
        // the disabled button keeps Enter from submitting
        if (key === 'Enter' && !whole && target instanceof HTMLInputElement) toast.destructive(incompleteCode);
      }}
    >
      <CodeBoxes digits={digits} invalid={!!error} describedBy={error ? 'code-error' : undefined} onChange={edit} />
      <div aria-live="assertive" className={styles.error}>
        {error && (
          <span id="code-error" className={layout.error}>
            {error.message}
            {wrong > 0 && `. ${triesLeft(codeTries - wrong)}`}
          </span>
        )}
      </div>
      <Button type="primary" htmlType="submit" size="large" block loading={verifying} disabled={verifying || !whole}>
        {t('Verify Email')}
      </Button>
      <Flex justify="center" align="center" gap={4} className={layout.marginTop20}>
        <Typography.Text type="secondary">{t("Didn't receive the email?")}</Typography.Text>
        <ResendButton
          onResend={() => {
            setWrong(0);
            onResend();
            // the button is disabled now
            form.current?.querySelector('input')?.focus();
          }}
        />
      </Flex>
    </form>
  );
}
