import { emailPattern } from '@tradepost/contracts/fields';
import type { InvitationStatus, InviteOutcome } from '@tradepost/contracts/identity';
import { Flex, Input, Tag, theme } from 'antd';
import { useState, type KeyboardEvent } from 'react';
import { StatusTag, type Tone } from '../../ui/status-tag';

const states: Record<InvitationStatus, { tone: Tone; text: string }> = {
  pending: { tone: 'yellow', text: 'Pending' },
  accepted: { tone: 'green', text: 'Accepted' },
  ended: { tone: 'grey', text: 'Ended' },
};

export const InvitationTag = ({ status }: { status: InvitationStatus }) => <StatusTag {...states[status]} />;

export const outcomeWords: Record<Exclude<InviteOutcome, 'invited'>, string> = {
  'already-invited': 'was already invited',
  'own-address': 'is your own address',
  invalid: 'is not a valid address',
};

interface EmailChipsProps {
  id: string;
  emails: string[];
  disabled: boolean;
  describedBy: string;
  onChange: (emails: string[]) => void;
}

/** Addresses become chips on Enter, Tab or leaving the field; what is no address, or there already, stays text. */
export function EmailChips({ id, emails, disabled, describedBy, onChange }: EmailChipsProps) {
  const { token } = theme.useToken();
  const [draft, setDraft] = useState('');

  const take = (text: string): boolean => {
    const found = text.split(/[\s,;]+/).filter(Boolean);
    const held = new Set(emails.map((email) => email.toLowerCase()));
    const fresh = found.filter((email) => emailPattern.test(email) && !held.has(email.toLowerCase()) && held.add(email.toLowerCase()));
    if (fresh.length > 0) onChange([...emails, ...fresh]);
    const left = found.filter((email) => !emailPattern.test(email));
    setDraft(left.join(' '));
    return fresh.length > 0;
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && draft === '' && emails.length > 0) onChange(emails.slice(0, -1));
    if (event.key !== 'Enter' && event.key !== 'Tab') return;
    if (event.key === 'Enter') event.preventDefault();
    if (draft.trim() !== '' && take(draft)) event.preventDefault();
  };

  return (
    <Flex
      wrap
      gap={6}
      align="center"
      style={{ border: `1px solid ${token.colorBorder}`, borderRadius: token.borderRadius, padding: 6, minHeight: 46, background: token.colorBgContainer }}
    >
      {emails.map((email) => (
        <Tag
          key={email}
          closable={!disabled && { 'aria-label': `Remove ${email}` }}
          onClose={(event) => {
            event.preventDefault();
            onChange(emails.filter((other) => other !== email));
          }}
          style={{ margin: 0, padding: '3px 8px', fontSize: 14, lineHeight: '22px', maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis' }}
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
        aria-describedby={describedBy}
        placeholder={emails.length === 0 ? 'partner@company.com' : ''}
        value={draft}
        disabled={disabled}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={press}
        onBlur={() => take(draft)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text');
          if (!/[\s,;]/.test(pasted.trim())) return;
          event.preventDefault();
          take(`${draft} ${pasted}`);
        }}
        style={{ flex: 1, minWidth: 180, paddingInline: 6 }}
      />
    </Flex>
  );
}
