import { Tooltip } from 'antd';
import { formatBothClocks, formatDate } from './format';

/** A moment in local time; its zone and UTC on hover. */
export function TimeText({ iso }: { iso: string }) {
  return (
    <Tooltip title={formatBothClocks(iso)}>
      <time dateTime={iso} style={{ whiteSpace: 'nowrap' }}>
        {formatDate(iso)}
      </time>
    </Tooltip>
  );
}
