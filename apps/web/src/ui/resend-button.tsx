import { Button } from 'antd';
import { useEffect, useState } from 'react';

const pauseSeconds = 30;

interface ResendButtonProps {
  onResend: () => void;
  /** A code is on its way as this appears: the first click waits too. */
  justSent?: boolean;
}

/** Waits a while between two codes: only the newest one counts, and the mail takes its time. */
export function ResendButton({ onResend, justSent }: ResendButtonProps) {
  const [wait, setWait] = useState(justSent ? pauseSeconds : 0);
  useEffect(() => {
    if (wait === 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);
  const resend = () => {
    onResend();
    setWait(pauseSeconds);
  };
  return (
    <Button type="link" style={{ padding: 0 }} disabled={wait > 0} onClick={resend}>
      Click to resend{wait > 0 && <span className="numbers"> ({wait} s)</span>}
    </Button>
  );
}
