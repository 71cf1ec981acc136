import type { UseQueryResult } from '@tanstack/react-query';
import type { TransferItem } from '@tradepost/contracts/requests';
import { TimeText } from '../../ui/feedback/time-text';
import { Figure } from './figure';
import { Rich } from '../../i18n/rich';
import { t } from '../../i18n/t';

interface LiveTransfersProps {
  title: string;
  to: string;
  query: UseQueryResult<{ items: TransferItem[]; total: number }>;
}

/** How many transfers can be downloaded now, and when the next of them expires. */
export function LiveTransfers(props: LiveTransfersProps) {
  return (
    <Figure
      {...props}
      value={({ total }) => total}
      note={({ items }) =>
        items[0] ? (
          <Rich text={'Next expires <0/>'} parts={[<TimeText iso={items[0].expiry} isRelative />]} />
        ) : (
          t('No open transfers')
        )
      }
    />
  );
}
