import { Input, type InputRef } from 'antd';
import { useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import { t } from '../../i18n/t';
import styles from './code-boxes.module.css';

interface CodeBoxesProps {
  /** One entry per box, '' when empty. */
  digits: string[];
  invalid: boolean;
  describedBy: string | undefined;
  onChange: (digits: string[]) => void;
}

/** One box per digit. Typing moves to the next box; backspace in an empty box clears the previous one; only a complete code can be pasted. */
export function CodeBoxes({ digits, invalid, describedBy, onChange }: CodeBoxesProps) {
  const boxes = useRef<(InputRef | null)[]>([]);
  const { length } = digits;
  const go = (i: number) => boxes.current[Math.max(0, Math.min(i, length - 1))]?.focus();

  const fill = (whole: string) => {
    onChange([...whole]);
    go(length - 1);
  };
  const enter = (i: number, text: string) => {
    const typed = text.replace(/\D/g, '');
    if (typed.length === length) return fill(typed); // autofill by the phone
    onChange(digits.with(i, typed.at(-1) ?? ''));
    if (typed) go(i + 1);
  };
  const press = (i: number, event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') go(i - 1);
    else if (event.key === 'ArrowRight') go(i + 1);
    else if (event.key === 'Backspace' && !digits[i] && i > 0) {
      onChange(digits.with(i - 1, ''));
      go(i - 1);
    } else return;
    event.preventDefault();
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    const pasted = event.clipboardData.getData('text').trim();
    if (pasted.length === length && /^\d+$/.test(pasted)) fill(pasted);
  };

  return (
    <div
      role="group"
      aria-label={t('{length}-digit code', { length })}
      aria-describedby={describedBy}
      onPaste={paste}
      className={styles.boxes}
      style={{ '--boxes': length }}
    >
      {digits.map((digit, i) => (
        <Input
          key={i}
          ref={(box) => {
            boxes.current[i] = box;
          }}
          size="large"
          className={`numbers ${styles.box}`}
          value={digit}
          status={invalid ? 'error' : ''}
          aria-invalid={invalid}
          aria-label={t('Digit {i} of {length}', { i: i + 1, length })}
          inputMode="numeric"
          autoComplete={i === 0 ? 'one-time-code' : 'off'}
          autoFocus={i === 0}
          onChange={(event) => enter(i, event.target.value)}
          onKeyDown={(event) => press(i, event)}
          onFocus={(event) => event.target.select()}
        />
      ))}
    </div>
  );
}
