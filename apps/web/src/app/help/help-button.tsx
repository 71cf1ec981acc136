import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { usePage } from '../page-title';
import { t } from '../../i18n/t';
import { useToast } from '../../ui/notice/use-toast';
import { isShortcut } from '../../ui/layout/keyboard';
import { loadHelp } from './load';

const shortcut = 'h';

type Loaded = Awaited<ReturnType<typeof loadHelp>>;

/** Opens the help of the screen, which is loaded with its first use. */
export function HelpButton({ onShowKeys }: { onShowKeys?: () => void }) {
  const page = usePage();
  const toast = useToast();
  const [help, setHelp] = useState<Loaded | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const open = () => {
    if (help) return setIsOpen(true);
    loadHelp().then(
      (loaded) => {
        setHelp(loaded);
        setIsOpen(true);
      },
      () => toast.destructive({ title: t('Error'), description: t('Check your connection and try again.') }),
    );
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== shortcut || !isShortcut(event)) return;
      // where the focus returns to
      button.current?.focus();
      button.current?.click();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  if (!page) return null;
  return (
    <>
      <Button
        ref={button}
        type="text"
        icon={<QuestionCircleOutlined aria-hidden />}
        aria-label={t('Help')}
        aria-keyshortcuts={shortcut}
        title={`${t('Help')} (${shortcut.toUpperCase()})`}
        onClick={open}
      />
      {help && (
        <help.HelpPanel
          title={page.title}
          text={help.texts[page.help]}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          onShowKeys={
            onShowKeys &&
            (() => {
              setIsOpen(false);
              onShowKeys();
            })
          }
        />
      )}
    </>
  );
}
