import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button, type ButtonProps } from 'antd';
import { useEffect, useState } from 'react';
import { t } from '../../i18n/t';

const confirmationMs = 2000;

/** Copies the text and confirms it for two seconds. */
export function CopyButton({ text, children, ...button }: { text: string } & ButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), confirmationMs);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button
      icon={copied ? <CheckOutlined /> : <CopyOutlined />}
      {...button}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      <span aria-live="polite">{copied ? t('Copied') : children}</span>
    </Button>
  );
}
