import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button, type ButtonProps } from 'antd';
import { useEffect, useState } from 'react';
import { useToast } from '../notice/use-toast';
import { t } from '../../i18n/t';

const confirmationMs = 2000;

/** Copies the text and confirms it for two seconds, or says that the browser refused. */
export function CopyButton({ text, children, ...button }: { text: string } & ButtonProps) {
  const toast = useToast();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), confirmationMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      // absent on an address without TLS
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast.destructive({ title: t('Error'), description: t('The browser did not allow copying.') });
    }
  };
  return (
    <Button
      icon={copied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
      {...button}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{copied ? t('Copied') : children}</span>
    </Button>
  );
}
