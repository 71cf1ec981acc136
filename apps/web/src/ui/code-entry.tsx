import { Button, Flex, Input, Typography, theme } from 'antd';
import { useEffect, useState, type ClipboardEvent } from 'react';

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

const resendPauseSeconds = 30;

/** One box a digit; a paste counts only when it is a whole code. */
export function CodeEntry({ length = 4, initial = '', verifying, error, onVerify, onEdit, onResend }: CodeEntryProps) {
  const { token } = theme.useToken();
  const [code, setCode] = useState(initial);
  // The boxes keep their own digits, so that one emptied in the middle does not shift the rest; a paste starts them anew.
  const [filled, setFilled] = useState({ times: 0, digits: initial });
  const edit = (next: string) => {
    setCode(next);
    onEdit?.();
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const pasted = event.clipboardData.getData('text').trim();
    if (pasted.length !== length || !/^\d+$/.test(pasted)) return;
    setFilled({ times: filled.times + 1, digits: pasted });
    edit(pasted);
  };

  return (
    <form
      aria-label="Verification code"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length === length) onVerify(code);
      }}
    >
      <div onPasteCapture={paste} role="group" aria-label={`${length}-digit code`} aria-describedby={error ? 'code-error' : undefined}>
        <Input.OTP
          size="large"
          length={length}
          key={filled.times}
          defaultValue={filled.digits}
          formatter={(text) => text.replace(/\D/g, '')}
          onInput={(cells) => edit(cells.join(''))}
          status={error ? 'error' : ''}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          styles={{ root: { display: 'flex', gap: 10 }, input: { height: 56, fontSize: 22, fontWeight: 600, width: '100%', flex: 1 } }}
        />
      </div>
      <div aria-live="assertive" style={{ minHeight: 28, paddingTop: 6 }}>
        {error && (
          <span id="code-error" style={{ color: token.colorError }}>
            {error}
          </span>
        )}
      </div>
      <Button type="primary" htmlType="submit" size="large" block loading={verifying} disabled={verifying || code.length < length}>
        Verify Email
      </Button>
      <Flex justify="center" align="center" gap={4} style={{ marginTop: 20 }}>
        <Typography.Text type="secondary">Didn't receive the email?</Typography.Text>
        <ResendButton onResend={onResend} />
      </Flex>
    </form>
  );
}

/** Waits a while between two codes: only the newest one counts, and the mail takes its time. */
export function ResendButton({ onResend }: { onResend: () => void }) {
  const [wait, setWait] = useState(0);
  useEffect(() => {
    if (wait === 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);
  const resend = () => {
    onResend();
    setWait(resendPauseSeconds);
  };
  return (
    <Button type="link" style={{ padding: 0 }} disabled={wait > 0} onClick={resend}>
      Click to resend{wait > 0 && <span className="numbers"> ({wait} s)</span>}
    </Button>
  );
}
