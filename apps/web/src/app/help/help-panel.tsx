import { Button, Drawer, Flex } from 'antd';
import { Fragment, useRef } from 'react';
import { Link } from 'react-router-dom';
import { t } from '../../i18n/t';
import { useIsAtLeast } from '../../ui/screen/use-is-at-least';
import layout from '../../ui/layout/layout.module.css';
import { endSide } from '../../ui/layout/sides';
import type { HelpText } from './topic';
import styles from './help.module.css';

interface HelpPanelProps {
  /** The name of the screen. */
  title: string;
  text: HelpText;
  isOpen: boolean;
  onClose: () => void;
  /** Where the screen has shortcuts: opens their list. */
  onShowKeys: (() => void) | undefined;
}

/** Help for one screen: at the end side, and from below on phones. */
export function HelpPanel({ title, text, isOpen, onClose, onShowKeys }: HelpPanelProps) {
  const isWide = useIsAtLeast('md');
  const content = useRef<HTMLDivElement>(null);
  return (
    <Drawer
      title={t('Help: {title}', { title })}
      open={isOpen}
      onClose={onClose}
      // reading starts with the text, not with the button that closes it
      afterOpenChange={(open) => open && content.current?.focus()}
      placement={isWide ? endSide : 'bottom'}
      closable={{ placement: 'end' }}
      size={isWide ? 400 : 'auto'}
      className={styles.panel as string}
      footer={
        <Flex gap={8} wrap justify="space-between" align="center">
          <Link to="/help" onClick={onClose} className={styles.link}>
            {t('More help')}
          </Link>
          {onShowKeys && (
            <Button type="text" onClick={onShowKeys} aria-keyshortcuts="?">
              {t('Keyboard shortcuts')} <kbd aria-hidden>?</kbd>
            </Button>
          )}
        </Flex>
      }
    >
      <div ref={content} tabIndex={-1} className={styles.content}>
        <p className={layout.noMargin}>
          <Marked text={text.about} />
        </p>
        <h3 className={styles.heading}>{t('What you can do here')}</h3>
        <ul className={layout.bulletList}>
          {text.tasks.map((task) => (
            <li key={task}>
              <Marked text={task} />
            </li>
          ))}
        </ul>
        <h3 className={styles.heading}>{t('What happens next')}</h3>
        <p className={layout.noMargin}>
          <Marked text={text.next} />
        </p>
      </div>
    </Drawer>
  );
}

/** Names of buttons and screens are shown as the screens show them. */
function Marked({ text }: { text: string }) {
  return text
    .split('**')
    .map((part, i) => (i % 2 === 0 ? <Fragment key={i}>{t(part)}</Fragment> : <strong key={i}>{t(part)}</strong>));
}
