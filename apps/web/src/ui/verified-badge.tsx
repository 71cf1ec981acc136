import { SafetyCertificateFilled } from '@ant-design/icons';
import type { Verified } from '@tradepost/contracts/kyc';
import { Popover, Typography } from 'antd';
import { useId, useState } from 'react';
import { formatDay } from './format';

interface VerifiedBadgeProps {
  verified: Verified | null | undefined;
  /** Whose badge it is; one's own when left out. */
  companyName?: string;
}

/** That a company's registration was approved: a word where it stands, what was checked and when on hover, focus or press. */
export function VerifiedBadge({ verified, companyName }: VerifiedBadgeProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  if (!verified) return null;
  const day = formatDay(verified.at);
  const details = (
    <div id={id} style={{ maxWidth: 300 }}>
      <Typography.Text>
        {companyName ?? 'This company'} was verified on {day}. Checked:
      </Typography.Text>
      <ul style={{ margin: '6px 0 0', paddingInlineStart: 18, maxHeight: 260, overflowY: 'auto' }}>
        {verified.checked.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
    </div>
  );
  return (
    <Popover content={details} trigger={['hover', 'focus']} open={open} onOpenChange={setOpen}>
      <button
        type="button"
        className="verified-badge tone-green"
        aria-label={companyName ? `${companyName} is verified since ${day}` : `Verified since ${day}`}
        aria-expanded={open}
        aria-describedby={open ? id : undefined}
        onClick={(event) => {
          // a badge inside a row does not choose the row
          event.stopPropagation();
          setOpen(true);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !open) return;
          event.stopPropagation();
          setOpen(false);
        }}
      >
        <SafetyCertificateFilled aria-hidden /> Verified
      </button>
    </Popover>
  );
}
