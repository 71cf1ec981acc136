import { Flex, Input, Tag } from 'antd';
import { useState, type KeyboardEvent } from 'react';
import { addressesIn, reportOn } from './addresses';
import { t } from '../../i18n/t';
import styles from './email-chips.module.css';

interface EmailChipsProps {
  id: string;
  emails: string[];
  disabled: boolean;
  describedBy: string;
  onChange: (emails: string[]) => void;
  /** Receives an error, or the result of a pasted list. */
  onReport: (report: string | null) => void;
  /** Receives whether text that is no address is left in the field. */
  onRefused: (isRefused: boolean) => void;
}

/** Addresses become chips on Enter, Tab or blur. Other text stays in the field. */
export function EmailChips({ id, emails, disabled, describedBy, onChange, onReport, onRefused }: EmailChipsProps) {
  const [draft, setDraft] = useState('');
  const [isRefused, setRefused] = useState(false);
  const refuse = (refused: boolean) => {
    setRefused(refused);
    onRefused(refused);
  };

  const addDraft = () => {
    if (draft.trim() === '') return false;
    const found = addressesIn(draft, emails);
    const isUsed = found.emails.length > 0 || found.duplicates > 0;
    if (found.emails.length > 0) onChange([...emails, ...found.emails]);
    onReport(
      found.emails.length > 0
        ? null
        : found.duplicates > 0
          ? t('This email has already been invited')
          : t('Please enter a valid email address'),
    );
    if (isUsed) setDraft('');
    refuse(!isUsed);
    return isUsed;
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && draft === '' && emails.length > 0) onChange(emails.slice(0, -1));
    if (event.key === 'Enter') event.preventDefault();
    if ((event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) && addDraft()) event.preventDefault();
  };
  const paste = (text: string) => {
    const found = addressesIn(text, emails);
    onChange([...emails, ...found.emails]);
    onReport(reportOn(found));
  };

  return (
    <Flex wrap gap={8} align="center" className={styles.chips}>
      {emails.map((email) => (
        <Tag
          key={email}
          closable={!disabled && { 'aria-label': t('Remove {email}', { email }) }}
          onClose={(event) => {
            event.preventDefault();
            onChange(emails.filter((other) => other !== email));
          }}
          className={styles.chip}
        >
          {email}
        </Tag>
      ))}
      <Input
        id={id}
        type="text"
        inputMode="email"
        autoComplete="off"
        variant="borderless"
        className={styles.input}
        aria-describedby={describedBy}
        aria-invalid={isRefused}
        placeholder={emails.length === 0 ? t('name@company.com') : ''}
        value={draft}
        disabled={disabled}
        onChange={(event) => {
          setDraft(event.target.value);
          onReport(null);
          refuse(false);
        }}
        onKeyDown={press}
        onBlur={addDraft}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text');
          if (!/[\s,;]/.test(pasted.trim())) return;
          event.preventDefault();
          paste(pasted);
        }}
      />
    </Flex>
  );
}
