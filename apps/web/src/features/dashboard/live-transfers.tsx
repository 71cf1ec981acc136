import type { UseQueryResult } from '@tanstack/react-query';
import type { TransferItem } from '@tradepost/contracts/requests';
import { TimeText } from '../../ui/feedback/time-text';
import { Figure } from './figure';

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
          <>
            Next expires <TimeText iso={items[0].expiry} isRelative />
          </>
        ) : (
          'No open transfers'
        )
      }
    />
  );
}
