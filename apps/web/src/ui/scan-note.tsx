import type { Scan } from '@tradepost/contracts/scan';
import { Tag, Tooltip, Typography } from 'antd';

const unscanned = 'No malware scanner looked at this when it was uploaded. Open it with care.';

/** What a malware scanner said of a file. */
export function ScanNote({ scan }: { scan: Scan }) {
  return scan === 'clean' ? <Typography.Text>Scanned, nothing found</Typography.Text> : <NotScanned />;
}

/** Where only a file that nobody looked at is worth a word. */
export const UnscannedNote = ({ scan }: { scan: Scan | null }) => (scan === 'none' ? <NotScanned /> : null);

const NotScanned = () => (
  <Tooltip title={unscanned} trigger={['hover', 'focus']}>
    <Tag tabIndex={0} className="tone-grey" style={{ marginInlineEnd: 0 }}>
      Not scanned
    </Tag>
  </Tooltip>
);
