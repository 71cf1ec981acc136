import { SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { isShown, modifierKey } from '../../ui/layout/keyboard';
import { onDemand } from '../../ui/layout/on-demand';
import { useEarlyText } from './early-text';
import './recent.store';
import { t } from '../../i18n/t';
import styles from './search.module.css';

const SearchDialog = onDemand(async () => (await import('./search-dialog')).default);

const isDialogOpen = () => [...document.querySelectorAll('[role=dialog]')].some(isShown);

/** Opens the search, as Ctrl-K does. @param isWide whether there is room for the words */
export function SearchButton({ isWide }: { isWide: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const [text, setText] = useEarlyText(isOpen && !hasFocus, close);
  const open = useCallback(() => {
    setText('');
    setHasFocus(false);
    setIsOpen(true);
  }, [setText]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k')
        return;
      if (isDialogOpen()) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [open]);
  return (
    <>
      {isWide ? (
        <Button icon={<SearchOutlined aria-hidden />} onClick={open} className={styles.button}>
          <span className={styles.words}>{t('Search')}</span>
          <kbd aria-hidden className={styles.key}>
            {modifierKey} K
          </kbd>
        </Button>
      ) : (
        <Button type="text" icon={<SearchOutlined aria-hidden />} aria-label={t('Search')} onClick={open} />
      )}
      {isOpen && <SearchDialog text={text} onText={setText} onFocus={() => setHasFocus(true)} onClose={close} />}
    </>
  );
}
