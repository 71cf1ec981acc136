import { Tooltip } from 'antd';
import { formatBothClocks, formatDate } from './format';
import layout from '../layout/layout.module.css';

/** A moment in local time; its zone and UTC on hover. */
export function TimeText({ iso }: { iso: string }) {
  return (
    <Tooltip title={formatBothClocks(iso)}>
      <time dateTime={iso} className={layout.noWrap}>
        {formatDate(iso)}
      </time>
    </Tooltip>
  );
}
