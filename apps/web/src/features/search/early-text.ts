import { useEffect, useState } from 'react';

/**
 * What is typed between opening the search and the focus of its field, because the code of the dialog may still be loading. No
 * other field or shortcut gets these keys.
 */
export function useEarlyText(isWaiting: boolean, onEscape: () => void) {
  const [text, setText] = useState('');
  useEffect(() => {
    if (!isWaiting) return;
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey } = event;
      const isText = key.length === 1 && !ctrlKey && !metaKey;
      if (!isText && !['Backspace', 'Enter', 'Escape'].includes(key)) return;
      event.preventDefault();
      event.stopPropagation();
      if (isText) setText((before) => before + key);
      else if (key === 'Backspace') setText((before) => before.slice(0, -1));
      else if (key === 'Escape') onEscape();
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [isWaiting, onEscape]);
  return [text, setText] as const;
}
