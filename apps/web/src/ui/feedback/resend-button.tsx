import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { t } from '../../i18n/t';
import layout from '../layout/layout.module.css';

const pauseSeconds = 30;

interface ResendButtonProps {
  onResend: () => void;
  /** A code was just sent, so the first click waits too. */
  justSent?: boolean;
}

/** Waits between two codes, because emails take time and only the newest code works. */
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
    <Button type="link" className={layout.noPadding} disabled={wait > 0} onClick={resend}>
      {t('Click to resend')}
      {wait > 0 && <span className="numbers"> ({wait} s)</span>}
    </Button>
  );
}
